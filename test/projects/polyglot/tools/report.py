from stock import Stock

stock = Stock()
stock.put("tea", 2); stock.put("💣", 1)


def report() -> str:
    """Says how much there is."""
    return "💣 %s" % stock.counts
