def check(cart):
    assert cart.total() < 1000
