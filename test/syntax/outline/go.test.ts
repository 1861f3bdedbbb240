/** Outlines of Go. */

import { draws, lists } from "./check.js";

test("The outline of a package in Go is as listed.", () =>
  lists(
    "go",
    `// Package shop sells.
package shop

import (
	"fmt"
	str "strings"
)

// Limit is the most.
const Limit, Least = 3, 1

const (
	// Red comes first.
	Red Color = iota
	Green
	_
	blue, black
)

var (
	mu    sync.Mutex
	a, b  = 1, 2
	_     Seller = (*Shop[int])(nil)
)

var größe = func(n int) int { return n }

// Color is one.
type Color int

type (
	// Shop sells.
	Shop[K comparable] struct {
		sync.Mutex
		*str.Builder "tag"
		Base[K]
		Name, Alias string ${"`"}json:"name"${"`"}
		inner       struct{ deep int }
		_           int
	}
	Handler func(w Writer)
	Ids     = map[string]int
)

type Seller interface {
	fmt.Stringer
	~int | ~string
	// Sell sells.
	Sell(n int) (total int, err error)
}

func init() {}
func init() {}

// Sell sells n.
func (s *Shop[K]) Sell(n int) (int, error) {
	total, err := 0, error(nil)
	for i, item := range s.items {
		total += i
	}
	if v, ok := s.m[n]; ok {
	}
	switch kind := item.(type) {
	case int:
	}
	select {
	case m, open := <-s.c:
	}
	var x, y int
	const local = 3
	type pair struct{ l, r int }
	add := func(k int) { sum := k }
	return total, err
}

func (Shop[K]) String() string { return "" }
func (c Color) Name() string   { return "" }
func Map[T, U any](in []T, f func(T) U) []U { return nil }
`,
    `
constant Limit 9/10
constant Least 9/10
constant Red 13/14
constant Green 15
constant blue 17
constant black 17
variable mu 21
variable a 22
variable b 22
variable größe 26
class Color 28/29
struct Shop 32/33-40
  field Mutex 34
  field Builder 35
  field Base 36
  field Name 37
  field Alias 37
  field inner 38
    field deep 38
  field _ 39
function Handler 41
class Ids 42
interface Seller 45-50
  field Stringer 46
  field ~int | ~string 47
  method Sell [(n int)] 48/49
function init [()] 52
function init [()] 53
method (*Shop[K]).Sell [(n int)] 55/56-74
  ~variable total 57
  ~variable err 57
  ~variable i 58
  ~variable item 58
  ~variable v 61
  ~variable ok 61
  ~variable kind 63
  ~variable m 67
  ~variable open 67
  ~variable x 69
  ~variable y 69
  ~constant local 70
  struct pair 71
    field l 71
    field r 71
  ~variable add 72
    ~variable sum 72
method (Shop[K]).String [()] 76
method (Color).Name [()] 77
function Map [(in []T, f func(T) U)] 78
`,
  ));

test.each([
  ["b", "package p\n\n⟦var a, ┃b int⟧ // behind\n"],
  ["b", "package p\n\nvar (\n\t// one\n\ta = 1\n\t⟦c, ┃b = 2, 3⟧\n)\n"],
  ["T", "package p\n\n«// T is one.\n// 💣\n⟦type ┃T struct {\n\ta int\n}⟧\nvar x T\n"],
  ["T/a", "package p\n\ntype T struct {\n\t«// why\n\t⟦┃a int `x`⟧ // behind\n\tb int\n}\n"],
  ["(*T).M", "package p\r\n\r\n«/* M */\r\n⟦func (t *T) ┃M() {\r\n}⟧"],
  ["A", "package p\n\ntype (\n\t⟦┃A int⟧\n\tB int\n)\n"],
])("In the outline of Go, %s is where it is drawn: %j", (path, drawn) => draws("go", path, drawn));

test("Declarations around a syntax error stay in the outline of Go.", () =>
  lists(
    "go",
    `package p

func a() {}

func broken() {
	x := a(1,,)
}

var = 3

type T struct{ f int }

func b() {}
`,
    `
function a [()] 3
function broken [()] 5-7
  ~variable x 6
struct T 11
  field f 11
function b [()] 13
`,
  ));

test("In Go, the comment above several names leads each of them.", () =>
  lists(
    "go",
    `package p

// Both.
var a, b int

var (
	// Two.
	c, d = 1, 2 // behind

	// One.
	e int
)

// A type.
type T struct {
	// A pair.
	x, y int // behind
	// One.
	z int
}

func f() {
	// Why.
	g, h := 1, 2
}
`,
    `
variable a 3/4
variable b 3/4
variable c 7/8
variable d 7/8
variable e 10/11
struct T 14/15-20
  field x 16/17
  field y 16/17
  field z 18/19
function f [()] 22-25
  ~variable g 23/24
  ~variable h 23/24
`,
  ));
