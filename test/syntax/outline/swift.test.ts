/** Outlines of Swift. */

import { draws, lists } from "./check.js";

test("The outline of a module in Swift is as listed.", () =>
  lists(
    "swift",
    `import Foundation

/// Sells.
@objc(Shop)
@available(iOS 13, *)
public final class Shop<T: Equatable>: Base where T: Hashable {
  public static let limit = 3
  private(set) var größe: String = "x" {
    didSet { changed() }
  }
  lazy var a = 1, b: Int = 2
  @Published var shown: Int = 0
  var computed: Int {
    get { 1 }
    set { store(newValue) }
  }

  // Makes one.
  @discardableResult
  public init(name: String, of kind: Kind) { self.name = name }
  convenience init?(x: Int) throws {}
  required init() {}
  deinit {}

  func sell(_ n: Int, to who: String) -> Bool {
    let total = 1
    var rest: Int = 2
    let (low, high) = (1, 2)
    if let found = find() { let inside = 1 }
    guard let sure = find() else { return false }
    for item in items { use(item) }
    for (key, value) in table {}
    while let next = iterator.next() {}
    func helper() {}
    let add = { (x: Int) -> Int in let sum = x; return sum }
    return true
  }
  func sell(_ n: Int) {}
  static func + (l: Shop, r: Shop) -> Shop { l }
  static func == (l: Shop, r: Shop) -> Bool { true }
  class func make() async throws {}
  func generic<U>(_ u: U) where U: X {}
  subscript(i: Int) -> Int { 1 }
  static subscript(key k: String) -> Int { 1 }

  enum Kind: String {
    case one = "1", two
    case three(Int, label: String)
    indirect case four(Kind)
    var shown: Int { 1 }
    init() { self = .one }
    func name() -> String { "" }
  }
  struct Inner { var z: Int }
  typealias Alias = Int
}

protocol Seller: AnyObject {
  associatedtype Item
  var v: Int { get set }
  func sell(a: Int)
  init(x: Int)
  subscript(i: Int) -> Int { get }
}

extension Shop: Codable where T: Codable {
  func extended() {}
  var e: Int { 1 }
}
extension Outer.Inner {}

actor Till { nonisolated func open() {} }
let top = 1, other: Int = 2
func free(a: Int) {}
infix operator **: MultiplicationPrecedence
precedencegroup Power { associativity: left }
prefix func √ (x: Double) -> Double { x }
typealias Table<T> = [String: T]
fileprivate func \`default\`() {}
#if DEBUG
func debug() {}
#endif
@main struct App { var body: some View { Text("x") } }
`,
    `
class Shop 3/4-56
  property limit 7
  property größe 8-10
  property a 11
  property b 11
  property shown 12
  property computed 13-16
  constructor init [name: String of kind: Kind] 18/19-20
  constructor init [x: Int] 21
  constructor init 22
  method deinit 23
  method sell [_ n: Int to who: String] 25-37
    ~variable total 26
    ~variable rest 27
    ~variable low 28
    ~variable high 28
    ~variable found 29
    ~variable inside 29
    ~variable sure 30
    ~variable item 31
    ~variable key 32
    ~variable value 32
    ~variable next 33
    function helper 34
    ~variable add 35
      ~variable sum 35
  method sell [_ n: Int] 38
  method + [l: Shop r: Shop] 39
  method == [l: Shop r: Shop] 40
  method make 41
  method generic [_ u: U] 42
  method subscript [i: Int] 43
  method subscript [key k: String] 44
  enum Kind 46-53
    enum_member one 47
    enum_member two 47
    enum_member three 48
    enum_member four 49
    property shown 50
    constructor init 51
    method name 52
  struct Inner 54
    property z 54
  type_parameter Alias 55
interface Seller 58-64
  type_parameter Item 59
  property v 60
  method sell [a: Int] 61
  constructor init [x: Int] 62
  method subscript [i: Int] 63
namespace Shop 66-69
  method extended 67
  property e 68
namespace Outer.Inner 70
class Till 72
  method open 72
variable top 73
variable other 73
function free [a: Int] 74
operator ** 75
operator Power 76
function √ [x: Double] 77
type_parameter Table 78
function \`default\` 79
function debug 81
struct App 83
  property body 83
`,
  ));

test.each([
  ["f", "«/// Why.\n/// 💣\n⟦@discardableResult\n@inlinable\npublic func ┃f(a: Int) -> Int {\n  a\n}⟧ // behind\n"],
  ["C/b", "class C {\r\n  «// both\r\n  ⟦private var ┃b: Int = 2⟧ // behind\r\n}\r\n"],
  ["b", "⟦let a = 1, ┃b = 2⟧\n"],
  ["E/b", "enum E {\n  «/* c */\n  ⟦case ┃b(Int)⟧\n}"],
  ["C/init", "class C {\n  let a: Int\n\n  ⟦override ┃init() {}⟧\n}\n"],
])("In the outline of Swift, %s is where it is drawn: %j", (path, drawn) => draws("swift", path, drawn));

test("Declarations around a syntax error stay in the outline of Swift.", () =>
  lists(
    "swift",
    `func a() {}

func broken() {
  let x = 1
  let = 3
}

struct S { var f: Int }
`,
    `
function a 1
function broken 3-6
  ~variable x 4
struct S 8
  property f 8
`,
  ));

test("In Swift, variables of a function without a name are local; functions and types are not.", () =>
  lists(
    "swift",
    `let f = { (x: Int) in let a = 1; func inner() { let b = 2 }; struct L { let m = 1 } }
var g: Int { let c = 1; return c }
class A {
  var h: Int { get { let d = 1; return d } set { let e = 1 } }
  var i: Int = 1 { didSet { let j = 1 } }
  lazy var k: Int = { let l = 1; return l }()
}
run { let n = 1 }
`,
    `
variable f 1
  ~variable a 1
  function inner 1
    ~variable b 1
  struct L 1
    property m 1
variable g 2
  ~variable c 2
class A 3-7
  property h 4
    ~variable d 4
    ~variable e 4
  property i 5
    ~variable j 5
  property k 6
    ~variable l 6
~variable n 8
`,
  ));
