// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is a variable of Maven
/** The libraries of a workspace, in the folders that the tools of each language make. */

import { relative } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { searchScope } from "../../../src/backend/environment/candidateFolders.js";
import { findEnvironment } from "../../../src/backend/environment/detectEnvironment.js";
import { type Library, librariesNamed } from "../../../src/backend/libraries/library.js";
import { libraryLanguages, listLibraries, withVersion } from "../../../src/backend/libraries/listLibraries.js";
import { removeFolders } from "../../folders.js";
import { type FileTree, tree } from "../environment/projects.js";

afterAll(removeFolders);

/** Lists the libraries of `project` beside `home`, both folders of the tree. */
function librariesIn(files: FileTree, env: Readonly<Record<string, string>> = {}) {
  const top = tree({ "project/.keep": "", "home/.keep": "", ...files });
  const rules = shippedServers().languages;
  const variables = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, `${top}/${path}`]));
  const libraries = listLibraries({
    folders: [`${top}/project`],
    env: variables,
    home: `${top}/home`,
    environmentOf(languageId, folder) {
      const rule = rules.get(languageId)?.environment;
      const scope = { ...searchScope(folder, `${top}/project`, () => {}), env: {} };
      const found = rule && findEnvironment(rule, scope, { isTold: true }).environment;
      return found && { path: found.path, packages: found.values["packages"] as readonly string[] };
    },
  }).filter(({ sources }) => sources.every(({ path }) => path.startsWith(top)));
  return { top, libraries };
}

/** Writes what a name means: `name version: source source`. */
function meaning(name: string, { top, libraries }: { readonly top: string; readonly libraries: readonly Library[] }) {
  return librariesNamed(name, libraries).map((library) => {
    const { name: own, version, sources } = withVersion(library);
    return `${own} ${version ?? "?"}: ${sources.map((source) => `${source.name} = ${relative(top, source.path)}`).join(", ")}`;
  });
}

/** Each row: what it shows, the files, then what some names mean. */
interface Row {
  readonly says: string;
  readonly files: FileTree;
  readonly env?: Readonly<Record<string, string>>;
  readonly means: Readonly<Record<string, readonly string[]>>;
}

const site = "project/.venv/lib/python3.12/site-packages";
const python: FileTree = {
  "project/pyproject.toml": "",
  "project/.venv/pyvenv.cfg": "home = /nowhere/bin\nversion = 3.12.1\n",
  [`${site}/yaml/__init__.py`]: "",
  [`${site}/PyYAML-6.0.1.dist-info/top_level.txt`]: "_yaml\nyaml\n",
  [`${site}/six.py`]: "",
  [`${site}/six-1.16.0.dist-info/RECORD`]: "six.py,,\n",
  [`${site}/bs4/__init__.py`]: "",
  [`${site}/beautifulsoup4-4.12.3.dist-info/RECORD`]: "bs4/__init__.py,,\nbeautifulsoup4-4.12.3.dist-info/RECORD,,\n",
  [`${site}/__pycache__/x.pyc`]: "",
};

const jar = "home/.m2/repository/com/google/code/gson/gson/2.10.1";
const gradle = "home/.gradle/caches/modules-2/files-2.1/org.slf4j/slf4j-api";

const rows: readonly Row[] = [
  {
    says: "modules of Python by their names and those of their distributions",
    files: python,
    means: {
      yaml: [`yaml 6.0.1: yaml = ${site}/yaml`],
      pyyaml: [`PyYAML 6.0.1: yaml = ${site}/yaml`],
      beautifulsoup4: [`beautifulsoup4 4.12.3: bs4 = ${site}/bs4`],
      six: [`six 1.16.0: six.py = ${site}/six.py`],
      __pycache__: [],
    },
  },
  {
    says: "a stub of Python only where there is no module of that name",
    files: { ...python, [`${site}/six.pyi`]: "", [`${site}/typed.pyi`]: "" },
    means: { six: [`six 1.16.0: six.py = ${site}/six.py`], typed: [`typed ?: typed.pyi = ${site}/typed.pyi`] },
  },
  {
    says: "packages of Node with their types",
    files: {
      "project/package.json": "{}",
      "project/node_modules/lodash/package.json": '{"version":"4.17.21"}',
      "project/node_modules/@types/lodash/package.json": '{"version":"4.17.1"}',
      "project/node_modules/@vue/core/package.json": '{"version":"3.4.0"}',
    },
    means: {
      lodash: [
        "lodash 4.17.21: lodash = project/node_modules/lodash, @types/lodash = project/node_modules/@types/lodash",
      ],
      "@vue/core": ["@vue/core 3.4.0: @vue/core = project/node_modules/@vue/core"],
    },
  },
  {
    says: "of a package in several versions the workspace folder's own",
    files: {
      "project/package.json": "{}",
      "project/node_modules/x/package.json": '{"version":"1.0.0"}',
      "project/packages/a/package.json": "{}",
      "project/packages/a/node_modules/x/package.json": '{"version":"2.0.0"}',
    },
    means: { x: ["x 1.0.0: x = project/node_modules/x"] },
  },
  {
    says: "each version of a package that only folders below have",
    files: Object.fromEntries(
      ["a", "b", "c"].flatMap((name, n) => [
        [`project/packages/${name}/package.json`, "{}"],
        [`project/packages/${name}/node_modules/x/package.json`, `{"version":"${n + 1}.0.0"}`],
      ]),
    ),
    means: {
      x: [1, 2, 3].map((n) => `x ${n}.0.0: x = project/packages/${"abc"[n - 1]}/node_modules/x`),
    },
  },
  {
    says: "packages in pnpm's store, those that the project names first",
    files: {
      "project/package.json": "{}",
      "project/node_modules/.pnpm/a@1.0.0/node_modules/a/package.json": '{"version":"1.0.0"}',
      "project/node_modules/.pnpm/a@1.0.0/node_modules/deep/package.json": '{"version":"7.0.0"}',
      "project/node_modules/a": "->.pnpm/a@1.0.0/node_modules/a",
    },
    means: {
      a: ["a 1.0.0: a = project/node_modules/a"],
      deep: ["deep 7.0.0: deep = project/node_modules/.pnpm/a@1.0.0/node_modules/deep"],
    },
  },
  {
    says: "packages in the archives of Yarn's Plug'n'Play",
    files: {
      "project/package.json": "{}",
      "project/.pnp.cjs":
        '["lodash", [["npm:4.17.21", {\n "packageLocation": "./.yarn/cache/lodash-npm-4.17.21-6382d6-10c0.zip/node_modules/lodash/", }]]]',
    },
    means: { lodash: ["lodash 4.17.21: lodash = project/.yarn/cache/lodash-npm-4.17.21-6382d6-10c0.zip"] },
  },
  {
    says: "modules of Go by path and by their packages' names",
    files: {
      "project/go.mod":
        "module m\n\nrequire (\n\tgithub.com/BurntSushi/toml v1.4.0 // indirect\n\tgopkg.in/yaml.v3 v3.0.1\n)\nrequire example.com/x/v2 v2.1.0\nreplace example.com/x/v2 => ./third/x\n",
      "home/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0/toml.go": "",
      "home/go/pkg/mod/gopkg.in/yaml.v3@v3.0.1/yaml.go": "",
      "project/third/x/x.go": "",
    },
    means: {
      toml: [
        "github.com/BurntSushi/toml v1.4.0: github.com/BurntSushi/toml = home/go/pkg/mod/github.com/!burnt!sushi/toml@v1.4.0",
      ],
      yaml: ["gopkg.in/yaml.v3 v3.0.1: gopkg.in/yaml.v3 = home/go/pkg/mod/gopkg.in/yaml.v3@v3.0.1"],
      x: ["example.com/x/v2 v2.1.0: example.com/x/v2 = project/third/x"],
    },
  },
  {
    says: "vendored modules of Go before those of the cache, which GOMODCACHE names",
    files: {
      "project/go.mod": "module m\nrequire a.com/a v1.0.0\nrequire b.com/b v1.0.0\n",
      "project/vendor/modules.txt": "",
      "project/vendor/a.com/a/a.go": "",
      "cache/a.com/a@v1.0.0/a.go": "",
      "cache/b.com/b@v1.0.0/b.go": "",
    },
    env: { GOMODCACHE: "cache" },
    means: {
      "a.com/a": ["a.com/a v1.0.0: a.com/a = project/vendor/a.com/a"],
      b: ["b.com/b v1.0.0: b.com/b = cache/b.com/b@v1.0.0"],
    },
  },
  {
    says: "crates in the version that the project itself names",
    files: {
      "project/Cargo.toml": "",
      "project/Cargo.lock":
        '[[package]]\nname = "m"\nversion = "0.1.0"\ndependencies = [\n "syn 2.0.1",\n "serde-json",\n]\n\n[[package]]\nname = "syn"\nversion = "1.0.9"\nsource = "r"\n\n[[package]]\nname = "syn"\nversion = "2.0.1"\nsource = "r"\n\n[[package]]\nname = "serde-json"\nversion = "1.0.0"\nsource = "r"\n',
      "home/.cargo/registry/src/index/syn-1.0.9/src/lib.rs": "",
      "home/.cargo/registry/src/index/syn-2.0.1/src/lib.rs": "",
      "home/.cargo/registry/src/index/serde-json-1.0.0/src/lib.rs": "",
    },
    means: {
      syn: ["syn 2.0.1: syn = home/.cargo/registry/src/index/syn-2.0.1"],
      serde_json: ["serde-json 1.0.0: serde-json = home/.cargo/registry/src/index/serde-json-1.0.0"],
    },
  },
  {
    says: "artifacts of Maven, whose versions may be properties, by the archives of their sources",
    files: {
      "project/pom.xml":
        "<project><properties><v>2.10.1</v></properties><dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>${v}</version></dependency></dependencies></project>",
      [`${jar}/gson-2.10.1.jar`]: "",
      [`${jar}/gson-2.10.1-sources.jar`]: "",
    },
    means: {
      gson: [`gson 2.10.1: gson = ${jar}/gson-2.10.1-sources.jar`],
      "com.google.code.gson:gson": [`gson 2.10.1: gson = ${jar}/gson-2.10.1-sources.jar`],
    },
  },
  {
    says: "artifacts of Gradle, also by a catalogue of versions; without sources by the jar",
    files: {
      "project/build.gradle.kts": 'dependencies { implementation(libs.slf4j); implementation("com.x:y:1.0") }',
      "project/gradle/libs.versions.toml":
        '[versions]\nslf4j = "2.0.13"\n[libraries]\nslf4j = { module = "org.slf4j:slf4j-api", version.ref = "slf4j" }\n',
      [`${gradle}/2.0.13/aa/slf4j-api-2.0.13-sources.jar`]: "",
      [`${gradle}/1.7.0/bb/slf4j-api-1.7.0-sources.jar`]: "",
      "home/.gradle/caches/modules-2/files-2.1/com.x/y/1.0/cc/y-1.0.jar": "",
    },
    means: {
      "slf4j-api": [`slf4j-api 2.0.13: slf4j-api = ${gradle}/2.0.13/aa/slf4j-api-2.0.13-sources.jar`],
      y: ["y 1.0: y = home/.gradle/caches/modules-2/files-2.1/com.x/y/1.0/cc/y-1.0.jar"],
    },
  },
  {
    says: "what Composer has installed",
    files: {
      "project/composer.json": "{}",
      "project/vendor/composer/installed.json":
        '{"packages":[{"name":"monolog/monolog","version":"3.5.0"},{"name":"../evil/x","version":"1"}]}',
      "project/vendor/monolog/monolog/src/Logger.php": "",
    },
    means: {
      "monolog/monolog": ["monolog/monolog 3.5.0: monolog/monolog = project/vendor/monolog/monolog"],
      monolog: ["monolog/monolog 3.5.0: monolog/monolog = project/vendor/monolog/monolog"],
      "../evil/x": [],
    },
  },
  {
    says: "gems in the versions of Gemfile.lock",
    files: {
      "project/Gemfile": "",
      "project/Gemfile.lock": "GEM\n  specs:\n    rack (2.2.8)\n      webrick (>= 1)\n    rack-test (2.1.0)\n",
      "project/vendor/bundle/ruby/3.2.0/gems/rack-2.2.8/lib/rack.rb": "",
      "project/vendor/bundle/ruby/3.2.0/gems/rack-3.0.0/lib/rack.rb": "",
      "home/.gem/ruby/3.2.0/gems/rack-test-2.1.0/lib/x.rb": "",
    },
    means: {
      rack: ["rack 2.2.8: rack = project/vendor/bundle/ruby/3.2.0/gems/rack-2.2.8"],
      "rack/test": ["rack-test 2.1.0: rack-test = home/.gem/ruby/3.2.0/gems/rack-test-2.1.0"],
    },
  },
];

test.each(rows)("Found are $says", ({ files, env, means }) => {
  const found = librariesIn(files, env);
  expect(Object.fromEntries(Object.keys(means).map((name) => [name, meaning(name, found)]))).toEqual(means);
});

test("Each layout of libraries has a language, and each says how to have the sources", () => {
  expect(libraryLanguages.map(({ facts: { layout } }) => layout).sort()).toEqual([
    "artifacts",
    "crates",
    "gems",
    "modules",
    "packages",
    "vendor",
    "versioned paths",
  ]);
  expect(libraryLanguages.filter(({ facts }) => facts.advice === "" || facts.manifests.length === 0)).toEqual([]);
});
