/**
 * Thirty tasks in public code, each recorded twice: as calls of MCP tools, and as commands with
 * grep, sed and a compiler. `places` are the lines that the answer has to list, and no others but
 * the `declaration`; `says` is what it has to hold. Of a change, `has` and `lacks` are about the
 * files afterwards, which have to build as before. `before` is done to the project first. Of
 * pyright the last line is read: most of its errors are about libraries that are not installed.
 */

const apply = true;

/** @type {readonly object[]} */
export const tasks = [
  ...of("rxjs@7.8.1", [
    {
      title: "Uses of a method with a common name",
      tools: [["ask", { question: ["references"], locate: "src/internal/Subscription.ts:Subscription.remove" }]],
      shell: ["grep -rn '\\.remove(' src"],
      declaration: "src/internal/Subscription.ts:191",
      places: ["src/internal/Subscription.ts:63", "src/internal/Subscription.ts:66"],
    },
    {
      title: "Uses of a method that subclasses override",
      tools: [
        ["ask", { question: ["references"], locate: "src/internal/scheduler/AsyncScheduler.ts:AsyncScheduler.flush" }],
      ],
      shell: ["grep -rn '\\.flush(' src"],
      says: [/scheduler\.flush\.bind\(scheduler, this\)/, /this\.scheduler\.flush\(this\)/, /AnimationFrameAction/],
    },
    {
      title: "Subclasses of a class",
      tools: [["ask", { question: ["subtypes"], locate: "src/internal/Subject.ts:Subject" }]],
      shell: ["grep -rnE 'extends Subject\\b' src"],
      says: [/\bAsyncSubject\b/, /\bBehaviorSubject\b/, /\bReplaySubject\b/, /\bAnonymousSubject\b/],
    },
    {
      title: "Callers of a function",
      tools: [["ask", { question: ["incomingCalls"], locate: "src/internal/util/arrRemove.ts:arrRemove" }]],
      shell: ["grep -rn 'arrRemove(' src"],
      says: [/\bwindowTime\b/, /\bbufferToggle\b/, /\bAsyncAction\b/, /\bSubject\b/],
    },
    {
      title: "What a function does",
      // The first call shows the first overload, and how to name the others.
      tools: [
        ["resolve", { locate: "src/internal/operators/switchMap.ts:switchMap", as: "range" }],
        ["resolve", { locate: "src/internal/operators/switchMap.ts:switchMap[3]", as: "range" }],
      ],
      shell: [
        "grep -n 'function switchMap' src/internal/operators/switchMap.ts",
        "sed -n 80,140p src/internal/operators/switchMap.ts",
      ],
      says: [/innerSubscriber\?\.unsubscribe\(\)/, /checkComplete\(\)/],
    },
    {
      title: "What is needed to work on a method",
      tools: [["context", { locate: "src/internal/Subscription.ts:Subscription.add" }]],
      shell: [
        "grep -n ' add(' src/internal/Subscription.ts",
        "sed -n 95,145p src/internal/Subscription.ts",
        "grep -rn '\\.add(' src",
      ],
      says: [/teardown\._addParent\(this\)/, /execFinalizer/, /\bConnectableObservable\b/],
    },
    {
      title: "Rename a method",
      tools: [["rename", { locate: "src/internal/Subscription.ts:Subscription.remove", new_name: "detach", apply }]],
      shell: [
        "grep -rnw 'remove' src",
        "sed -n 55,70p src/internal/Subscription.ts",
        "sed -i 's/\\.remove(this)/.detach(this)/; s/^  remove(teardown/  detach(teardown/' src/internal/Subscription.ts",
        "tsc --noEmit -p .",
      ],
      has: [["src/internal/Subscription.ts", /^ {2}detach\(teardown/m, /\.detach\(this\)/]],
      lacks: [["src/internal/Subscription.ts", /\.remove\(this\)/]],
    },
    {
      title: "Move a file into a new folder",
      tools: [
        [
          "refactor",
          { action: "move", locate: "src/internal/util/arrRemove.ts", to: "src/internal/util/array/remove.ts", apply },
        ],
      ],
      shell: [
        "mkdir -p src/internal/util/array && mv src/internal/util/arrRemove.ts src/internal/util/array/remove.ts",
        "grep -rln 'util/arrRemove' src",
        "grep -rl 'util/arrRemove' src | xargs sed -i 's#util/arrRemove#util/array/remove#'",
        "tsc --noEmit -p .",
      ],
      has: [["src/internal/Subject.ts", /'\.\/util\/array\/remove'/]],
      lacks: [["src/internal/Subject.ts", /arrRemove'/]],
    },
    {
      title: "Add a method after another one",
      tools: [
        [
          "edit",
          {
            locate: "src/internal/Subscription.ts:Subscription.remove",
            operation: "insert_after",
            new_text:
              "/** Whether nothing is left to be done. */\nget isEmpty(): boolean {\n  return this._finalizers === null;\n}",
            apply,
          },
        ],
      ],
      shell: [
        "grep -n '  remove(' src/internal/Subscription.ts",
        "sed -n 185,202p src/internal/Subscription.ts",
        "sed -i '198a\\\n\\n  /** Whether nothing is left to be done. */\\n  get isEmpty(): boolean {\\n    return this._finalizers === null;\\n  }' src/internal/Subscription.ts",
        "sed -n 190,206p src/internal/Subscription.ts",
        "tsc --noEmit -p .",
      ],
      has: [
        [
          "src/internal/Subscription.ts",
          /^ {2}get isEmpty\(\): boolean \{\n {4}return this\._finalizers === null;\n {2}\}\n/m,
        ],
      ],
    },
    {
      title: "Delete a function that is used",
      tools: [["refactor", { action: "delete", locate: "src/internal/util/createObject.ts:createObject", apply }]],
      shell: ["grep -rn 'createObject' src"],
      says: [/forkJoin\.ts/, /combineLatest\.ts/],
    },
  ]),
  ...of("flask==3.1.2", [
    {
      title: "Uses of one of two methods of a name",
      tools: [["ask", { question: ["references"], locate: "src/flask/app.py:Flask.get_send_file_max_age" }]],
      shell: ["grep -rn 'get_send_file_max_age' src tests"],
      declaration: "src/flask/app.py:281",
      places: ["src/flask/app.py:325", "src/flask/helpers.py:396"],
    },
    {
      title: "Whether a function is used that has a namesake",
      tools: [["refactor", { action: "delete", locate: "src/flask/app.py:_make_timedelta", apply }]],
      shell: [
        "grep -rn '_make_timedelta' src tests",
        "sed -n 70,84p src/flask/app.py",
        "sed -i '74,80d' src/flask/app.py",
        "pyright | tail -1",
      ],
      lacks: [["src/flask/app.py", /_make_timedelta/]],
    },
    {
      title: "Where an imported name is declared",
      tools: [["ask", { question: ["definition"], locate: "src/flask/app.py@from .globals import <|>session" }]],
      shell: ["grep -rnE '^session\\b' src/flask", "sed -n 45,52p src/flask/globals.py"],
      says: [/globals\.py/, /LocalProxy/],
    },
    {
      title: "Subclasses of a class, and theirs",
      tools: [["ask", { question: ["subtypes", "implementation"], locate: "src/flask/sessions.py:SessionInterface" }]],
      shell: ["grep -rnE 'class .*SessionInterface\\b.*:' src tests"],
      says: [/SecureCookieSessionInterface/, /MySessionInterface/, /FailingSessionInterface/],
    },
    {
      title: "What a file declares",
      tools: [["outline", { file_path: "src/flask/sessions.py" }]],
      shell: ["grep -nE '^ *(class|def|async def) |^[a-z_]+ *=' src/flask/sessions.py"],
      says: [/SecureCookieSessionInterface/, /save_session/, /session_json_serializer/],
    },
    {
      title: "What a method does, and its documentation",
      tools: [["resolve", { locate: "src/flask/app.py:Flask.ensure_sync", as: "range" }]],
      shell: ["grep -n 'def ensure_sync' src/flask/app.py", "sed -n 960,1000p src/flask/app.py"],
      says: [/iscoroutinefunction\(func\)/, /async_to_sync\(func\)/],
    },
    {
      title: "Rename a method that tests override, with its namesake elsewhere",
      tools: [
        [
          "rename",
          { locate: "src/flask/blueprints.py:Blueprint.send_static_file", new_name: "send_own_file", apply: "anyway" },
        ],
      ],
      shell: [
        "grep -rn 'send_static_file' src tests",
        "sed -i 's/def send_static_file/def send_own_file/; s/self\\.send_static_file/self.send_own_file/' src/flask/blueprints.py",
        "pyright | tail -1",
      ],
      has: [
        ["src/flask/blueprints.py", /def send_own_file/],
        ["src/flask/app.py", /def send_static_file/],
      ],
    },
    {
      title: "Move a module",
      tools: [
        ["refactor", { action: "move", locate: "src/flask/debughelpers.py", to: "src/flask/debugging.py", apply }],
      ],
      shell: [
        "mv src/flask/debughelpers.py src/flask/debugging.py",
        "grep -rn 'debughelpers' src tests",
        "grep -rl 'debughelpers' src tests --include=*.py | xargs sed -i 's/debughelpers/debugging/'",
        "pyright | tail -1",
      ],
      has: [
        ["src/flask/app.py", /from \.debugging import/],
        ["tests/test_basic.py", /from flask\.debugging import/],
      ],
    },
    {
      title: "Replace a text everywhere in a method",
      tools: [
        [
          "edit",
          {
            locate: 'src/flask/sessions.py:SecureCookieSessionInterface.save_session@response.vary.add("Cookie")',
            at: ["all"],
            operation: "replace",
            new_text: 'response.vary.update(["Cookie"])',
            apply,
          },
        ],
      ],
      shell: [
        "grep -n 'def save_session' src/flask/sessions.py",
        "sed -n 351,399p src/flask/sessions.py",
        'sed -i \'351,$s/response.vary.add("Cookie")/response.vary.update(["Cookie"])/\' src/flask/sessions.py',
        "pyright | tail -1",
      ],
      has: [["src/flask/sessions.py", /vary\.update\(\["Cookie"\]\)/]],
      lacks: [["src/flask/sessions.py", /vary\.add/]],
    },
    {
      title: "What a further parameter would break",
      tools: [
        [
          "edit",
          {
            locate: "src/flask/config.py:Config.from_envvar@silent: bool = False",
            operation: "replace",
            new_text: "silent: bool, strict: bool",
            check: true,
          },
        ],
      ],
      shell: [
        "grep -n 'def from_envvar' -A3 src/flask/config.py",
        "sed -i '/def from_envvar/s/silent: bool = False/silent: bool, strict: bool/' src/flask/config.py",
        "pyright | grep strict",
        "git checkout -q src/flask/config.py",
      ],
      says: [/test_config\.py/, /strict/],
    },
  ]),
  ...of("github.com/spf13/cobra@v1.8.1", [
    {
      title: "Uses of a method",
      tools: [["ask", { question: ["references"], locate: "command.go:Command.findNext" }]],
      shell: ["grep -rn 'findNext' --include=*.go ."],
      declaration: "command.go:769",
      places: ["command.go:738", "command.go:820"],
    },
    {
      title: "Uses of a function that a map names, too",
      tools: [["ask", { question: ["references"], locate: "cobra.go:rpad" }]],
      shell: ["grep -rnw 'rpad' --include=*.go ."],
      declaration: "cobra.go:174",
      places: ["cobra.go:37", "cobra_test.go:216"],
    },
    {
      title: "Callers of a method",
      tools: [["ask", { question: ["incomingCalls"], locate: "command.go:Command.findSuggestions" }]],
      shell: ["grep -rn 'findSuggestions(' --include=*.go .", "sed -n 25,66p args.go"],
      says: [/\blegacyArgs\b/, /\bOnlyValidArgs\b/],
    },
    {
      title: "What a package offers",
      tools: [["outline", { file_path: "doc/*_docs.go" }]],
      shell: ["grep -nE '^(func|type) ' doc/*_docs.go"],
      says: [/GenManTree\b/, /GenMarkdownTree\b/, /GenReSTTree\b/, /GenYamlTree\b/],
    },
    {
      title: "What a function does",
      tools: [["resolve", { locate: "args.go:legacyArgs", as: "range" }]],
      shell: ["grep -n 'func legacyArgs' args.go", "sed -n 20,45p args.go"],
      says: [/HasSubCommands\(\)/, /findSuggestions/],
    },
    {
      title: "Find a symbol by a part of its name",
      tools: [["search", { symbol_path: "*Suggestions*" }]],
      shell: ["grep -rnE '^func .*Suggestions|^\\s+\\w*Suggestions\\w* +\\w+' --include=*.go ."],
      says: [/findSuggestions/, /SuggestionsFor/, /DisableSuggestions/],
    },
    {
      title: "Rename a function",
      tools: [["rename", { locate: "command.go:stripFlags", new_name: "withoutFlags", apply }]],
      shell: [
        "grep -rnw 'stripFlags' --include=*.go .",
        "sed -i 's/\\bstripFlags\\b/withoutFlags/g' command.go command_test.go",
        "go vet ./...",
      ],
      has: [["command.go", /func withoutFlags\(/]],
      lacks: [["command_test.go", /stripFlags\(/]],
    },
    {
      title: "Move a package",
      tools: [["refactor", { action: "move", locate: "doc", to: "generate/doc", apply }]],
      shell: [
        "mkdir generate && mv doc generate/doc",
        "grep -rn 'cobra/doc' --include=*.go .",
        "sed -i 's#cobra/doc\"#cobra/generate/doc\"#' generate/doc/*.go",
        "go vet ./...",
      ],
      has: [["generate/doc/util.go", /^package doc/m]],
    },
    {
      title: "Two edits, both or none",
      tools: [
        [
          "edit",
          {
            edits: [
              { locate: "args.go:MinimumNArgs@requires at least", operation: "replace", new_text: "needs at least" },
              { locate: "args.go:MaximumNArgs@accepts at most", operation: "replace", new_text: "takes at most" },
            ],
            apply,
          },
        ],
      ],
      shell: [
        "grep -nE 'requires at least|accepts at most' args.go",
        "sed -i 's/requires at least/needs at least/; s/accepts at most/takes at most/' args.go",
        "git diff",
      ],
      has: [["args.go", /needs at least/, /takes at most/]],
    },
    {
      title: "Remove an import that is not used",
      before: ["args.go", "import (\n", 'import (\n\t"os"\n'],
      tools: [["refactor", { action: "fix", locate: "args.go:1", kind: "source.organizeImports", apply }]],
      shell: ["go vet ./...", "sed -n 15,30p args.go", "sed -i '/^\\t\"os\"$/d' args.go", "go vet ./..."],
      lacks: [["args.go", /"os"/]],
    },
  ]),
];

function of(project, list) {
  return list.map((task) => ({ project, ...task }));
}
