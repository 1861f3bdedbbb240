from shop import Cart, Item, receipt

cart = Cart()
cart.add(Item("tea", 2.5))
cart.add(Item("milk", 1.2))
print(receipt(cart))
