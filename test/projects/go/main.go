package main

import (
	"fmt"

	"example.org/shop/bank"
)

type server struct {
	bank.Account
	name string
}

func (s *server) Serve() error {
	/* 💣 */ s.Deposit(100); fmt.Println("💣", s.Balance())
	return bank.ErrEmpty
}

func main() {
	account := bank.Open("Ada")
	account.Deposit(5)
	var ledger bank.Ledger[string, int]
	ledger.Put("💣", account.Balance())
	s := &server{*account, account.Größe()}
	_ = s.Serve()
}
