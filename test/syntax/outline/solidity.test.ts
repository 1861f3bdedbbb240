/** Outlines of Solidity. */

import { draws, lists } from "./check.js";

test("The outline of a file of contracts in Solidity is as listed.", () =>
  lists(
    "solidity",
    `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import { A as B } from "./A.sol";

/// @title A shop.
contract Shop is Base, Other(1) {
    using SafeMath for uint256;

    /// Whose it is.
    address public immutable owner;
    uint256 constant LIMIT = 3;
    mapping(address user => mapping(uint id => bool ok)) internal nested;
    function (uint) external returns (uint) hook;
    uint[3] private grid;

    struct Item { uint id; string $name; }
    enum Kind { One, Two }
    event Sold(address indexed who, uint amount);
    error NotOwner(address who);
    type Price is uint256;

    modifier onlyOwner(uint n) { require(msg.sender == owner); _; }
    modifier bare { _; }

    constructor(address o) Base(o) { owner = o; }
    receive() external payable {}
    fallback(bytes calldata x) external returns (bytes memory) {}

    /**
     * Sells.
     */
    function sell(uint n) public onlyOwner(1) returns (uint total) {
        uint one = 1;
        (uint a, bool b) = f();
        for (uint i = 0; i < n; i++) { uint inside = i; }
        uint[] memory list;
        assembly {
            let y := 1
            function helper(q) -> r {}
        }
        return one;
    }
    function sell(uint n, uint m) external virtual override(A, B) {}
}

abstract contract Abstract { function v() public virtual; }
interface IShop {
    function q(uint a) external view returns (uint);
    event Opened();
}
library Lib { function l(uint x) internal pure returns (uint) { return x; } }

struct Free { uint a; }
enum FreeKind { A, B }
error FreeError();
uint constant FREE = 1;
function free(uint x) pure returns (uint) { return x; }
`,
    `
class Shop 5/6-44
  property owner 9/10
  property LIMIT 11
  property nested 12
  property hook 13
  property grid 14
  struct Item 16
    field id 16
    field $name 16
  enum Kind 17
    enum_member One 17
    enum_member Two 17
  event Sold 18
  event NotOwner 19
  class Price 20
  method onlyOwner [uint n] 22
  method bare 23
  constructor constructor [address o] 25
  method receive 26
  method fallback 27
  method sell [uint n] 29/32-42
    ~variable one 33
    ~variable a 34
    ~variable b 34
    ~variable i 35
    ~variable inside 35
    ~variable list 36
    ~variable y 38
    function helper 39
  method sell [uint n uint m] 43
class Abstract 46
  method v 46
interface IShop 47-50
  method q [uint a] 48
  event Opened 49
class Lib 51
  method l [uint x] 51
struct Free 53
  field a 53
enum FreeKind 54
  enum_member A 54
  enum_member B 54
event FreeError 55
constant FREE 56
function free [uint x] 57
`,
  ));

test.each([
  [
    "C/f",
    "contract C {\n    «/// Why.\n    /// 💣\n    ⟦function ┃f(uint a)\n        public\n    {}⟧ // behind\n    uint b;\n}\n",
  ],
  ["C/x", "contract C {\r\n    «// x\r\n    ⟦uint public ┃x = 1;⟧ // behind\r\n}"],
  ["C", "⟦abstract contract ┃C {}⟧"],
  ["E/B", "enum E {\n    A,\n    «// b\n    ⟦┃B⟧\n}\n"],
  ["C/f/b", "contract C { function f() public { ⟦(uint a, bool ┃b) = g();⟧ } }\n"],
])("In the outline of Solidity, %s is where it is drawn: %j", (path, drawn) => draws("solidity", path, drawn));

test("Declarations around a syntax error stay in the outline of Solidity.", () =>
  lists(
    "solidity",
    `contract A { uint a; }

contract Broken {
    function f() public { uint x = ; }
    uint b;
}

library L { function l() internal {} }
`,
    `
class A 1
  property a 1
class Broken 3-6
  method f 4
    ~variable x 4
  property b 5
class L 8
  method l 8
`,
  ));
