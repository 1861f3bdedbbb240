/** Outlines of TypeScript with JSX: the same as without. */

import { draws, lists } from "./check.js";

test("The outline of components in TSX is as listed.", () =>
  lists(
    "typescriptreact",
    `import { useState } from "react";

interface Props { readonly name: string; onPick?(id: number): void }

/** Greets. */
export const Hello: React.FC<Props> = ({ name }) => {
  const [count, setCount] = useState<{ n: number }>({ n: 1 });
  const { data, error = null } = useQuery();
  const pick = () => { const id = 1; };
  return <p onClick={() => pick()} style={{ color: "red" }}>{name}</p>;
};

export default function App() {
  return <Hello<Props> name="x" />;
}
const Generic = <T,>(x: T) => <></>;
class Old extends Component<Props> {
  state = { open: false };
  render() { return <div />; }
}
const Memo = memo(function Inner() { return null; });
`,
    `
interface Props 3
  property name 3
  method onPick [(id: number)] 3
function Hello [({ name })] 5/6-11
  ~constant count 7
  ~constant setCount 7
  ~property n 7
  ~constant data 8
  ~constant error 8
  function pick [()] 9
    ~constant id 9
  ~property color 10
function App [()] 13-15
function Generic [(x: T)] 16
class Old 17-20
  property state 18
    property open 18
  method render [()] 19
constant Memo 21
  function Inner [()] 21
`,
  ));

test.each([
  ["App", "«// c\n⟦export function ┃App() {\n  return <a />;\n}⟧"],
  ["App/x", "const App = () => {\n  ⟦const ┃x = <a />;⟧ // behind\n};\n"],
])("In the outline of TSX, %s is where it is drawn: %j", (path, drawn) => draws("typescriptreact", path, drawn));
