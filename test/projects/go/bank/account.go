// Package bank keeps accounts.
package bank

import "errors"

// ErrEmpty says that there is nothing left.
var ErrEmpty = errors.New("empty 💣")

const (
	// Free costs nothing.
	Free = iota
	Paid
)

// Holder has a balance.
type Holder interface {
	Balance() int
}

// Account is one customer's money.
type Account struct {
	Owner string `json:"owner"`
	cents int
}

// Open makes an account.
func Open(owner string) *Account {
	return &Account{Owner: owner}
}

// Deposit puts money in.
func (a *Account) Deposit(cents int) {
	a.cents += cents
}

// Balance tells what is left.
func (a Account) Balance() int { return a.cents }

// Größe tells how large it is.
func (a *Account) Größe() string { return "💣" }
