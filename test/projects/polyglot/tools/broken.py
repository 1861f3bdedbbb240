print(nowhere_defined)
