/** Where lsp-locate looks for the user's servers.json if no setting names it. */

export interface UserEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  /** `join` of `node:path` for that platform. */
  readonly join: (...parts: string[]) => string;
}

export function serversPath({ env, platform, home, join }: UserEnvironment): string {
  const named = env["LSP_LOCATE_SERVERS"];
  if (named) return named;
  const folder =
    platform === "win32"
      ? env["APPDATA"] || join(home, "AppData", "Roaming")
      : env["XDG_CONFIG_HOME"] || join(home, ".config");
  return join(folder, "lsp-locate", "servers.json");
}
