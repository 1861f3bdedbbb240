package main

import "example.org/shop/bank"

func legacy(holder bank.Holder) int {
	/* 💣 */ account := bank.Open("Bob"); account.Deposit(1)
	return holder.Balance() + account.Balance()
}
