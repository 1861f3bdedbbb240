/**
 * gopls: methods are roots named `(*Account).Deposit`; publishes diagnostics of files that are not
 * open.
 */
import { testServer } from "./scenario.js";

testServer({
  server: "gopls",
  command: ["gopls"],
  project: "go",
  elsewhere: true,
  publishesUnopened: true,
  points: [
    ["bank/account.go:Account.Deposit", "func (a *Account) ┃Deposit(cents int) {"],
    ["bank/account.go:(*Account).Deposit", "func (a *Account) ┃Deposit(cents int) {"],
    ["bank/account.go:Account.Balance", "func (a Account) ┃Balance() int { return a.cents }"],
    ["bank/account.go:Holder.Balance", "type Holder interface { ⏎ ┃Balance() int"],
    ["bank/account.go:Account.Größe", 'func (a *Account) ┃Größe() string { return "💣" }'],
    ["bank/account.go:bank.Open", "func ┃Open(owner string) *Account {"],
    ["bank/account.go:Account.cents", "┃cents int"],
    ["bank/account.go:Account.Owner", 'type Account struct { ⏎ ┃Owner string `json:"owner"`'],
    ["bank/account.go:Paid", "Free = iota ⏎ ┃Paid"],
    ["bank/ledger.go:Ledger.Put", "func (l *Ledger[K, V]) ┃Put(key K, value V) {"],
    ["bank/ledger.go:(*Ledger[K, V]).Balance", "func (l *Ledger[K, V]) ┃Balance() int {"],
    ["bank/ledger.go:init", "func ┃init() {"],
    ["bank/ledger.go:init[1]@total", "func init() { ⏎ ┃total = 2"],
    ["bank/ledger.go:Ledger@<|>entries", "type Ledger[K comparable, V any] struct { ⏎ ┃entries map[K]V"],
    ["main.go:server.Serve@<|>Println", '/* 💣 */ s.Deposit(100); fmt.┃Println("💣", s.Balance())'],
    ["legacy.go:legacy", "func ┃legacy(holder bank.Holder) int {"],
    ["legacy.go:legacy@account.<|>Deposit", '/* 💣 */ account := bank.Open("Bob"); account.┃Deposit(1)'],
    [":Ledger.Put", "bank/ledger.go: func (l *Ledger[K, V]) ┃Put(key K, value V) {"],
  ],
  ranges: [
    ["bank/account.go:Account.Deposit", "⟦func (a *Account) Deposit(cents int) { … }⟧"],
    ["legacy.go:legacy", "⟦func legacy(holder bank.Holder) int { … }⟧"],
    ['main.go:main@ledger.Put(<|>"💣"<|>', 'ledger.Put(⟦"💣"⟧, account.Balance())'],
  ],
  failures: [
    ["bank/account.go:Account.Deposti", "symbol_not_found"],
    ["bank/account.go:Balance", "symbol_ambiguous"],
    ["bank/account.go:Open@ownr", "text_not_found"],
    ["bank/acount.go:Open", "file_not_found"],
  ],
  outlines: [
    ["bank/account.go", "Account", "Holder.Balance", "Open"],
    ["bank/ledger.go", "Ledger", "total"],
    ["legacy.go", "legacy"],
  ],
  hovers: [
    ["bank/account.go:Account.Deposit", "func (a *Account) Deposit(cents int)", "Deposit puts money in."],
    ["legacy.go:legacy@bank.<|>Open", "func bank.Open(owner string) *bank.Account"],
    ["main.go:main@ledger.<|>Put", "Put(key string, value int)"],
  ],
  definitions: [
    ["main.go:main@account.<|>Größe", 'bank/account.go: func (a *Account) ┃Größe() string { return "💣" }'],
    ["legacy.go:legacy@account.<|>Deposit", "bank/account.go: func (a *Account) ┃Deposit(cents int) {"],
  ],
  references: [
    [
      "bank/account.go:Open",
      "bank/account.go: func ┃Open(owner string) *Account {",
      'legacy.go: /* 💣 */ account := bank.┃Open("Bob"); account.Deposit(1)',
      'main.go: account := bank.┃Open("Ada")',
    ],
  ],
  renames: [
    [
      "bank/ledger.go:Ledger.Put",
      "Enter",
      "bank/ledger.go: // Enter enters a value.",
      "bank/ledger.go: func (l *Ledger[K, V]) Enter(key K, value V) {",
      'main.go: ledger.Enter("💣", account.Balance())',
    ],
    [
      "bank/account.go:Account.Größe",
      "Size",
      "bank/account.go: // Size tells how large it is.",
      'bank/account.go: func (a *Account) Size() string { return "💣" }',
      "main.go: s := &server{*account, account.Size()}",
    ],
  ],
  completions: [["main.go:main@account.<|>Deposit", "Deposit", "Balance", "Größe"]],
  signatures: [["main.go:main@account.Deposit(<|>", "Deposit(cents int)"]],
  actions: [["main.go:server.Serve@<|>s.Balance()<|>", "Extract variable"]],
  documentSymbols: [["bank/account.go", "Account", "Open"]],
  others: [
    ["implementation", "bank/account.go:Holder.Balance", "account.go"],
    ["typeDefinition", "main.go:main@<|>account :=", "account.go"],
    ["documentHighlight", "legacy.go:legacy@<|>holder", '"start"'],
    ["formatting", "legacy.go", "newText"],
    ["incomingCalls", "bank/account.go:Open", '"legacy"', '"main"'],
    ["context", "bank/account.go:Open", "Callers, 2:", "function legacy.go:legacy 6", "struct bank/account.go:Account"],
  ],
});
