/**
 * Narrows the proxy's registrations to the documents that it should serve: a Locate in another
 * language may have started a server for more.
 */

/** As in LSP. */
export interface Registration {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: unknown;
}

/**
 * Returns the registrations that remain. A registration for documents keeps only the filters for
 * files of served languages. Commands that exist already belong to another extension, and
 * registering them again would fail. Registrations of a server that serves nothing here are left
 * out, because the extension for its language may be about to register the same.
 */
export function narrowRegistrations(
  registrations: readonly Registration[],
  served: readonly string[],
  commands: readonly string[],
): Registration[] {
  // All registrations of a server come in one message; those for documents show whether it serves
  // anything here.
  const aboutDocuments = registrations.filter(hasSelector);
  const documents = aboutDocuments.flatMap((registration) => withServedDocuments(registration, served));
  const servesNothing = aboutDocuments.length > 0 && documents.length === 0;
  const others = registrations
    .filter((registration) => !hasSelector(registration))
    .flatMap((registration) => {
      if (registration.method !== "workspace/executeCommand") return [registration];
      return servesNothing ? [] : withoutCommands(registration, commands);
    });
  return [...documents, ...others];
}

function hasSelector({ registerOptions }: Registration): boolean {
  return isObject(registerOptions) && Array.isArray(registerOptions["documentSelector"]);
}

function withServedDocuments(registration: Registration, served: readonly string[]): Registration[] {
  const options = optionsOf(registration);
  const documentSelector = listOf(options["documentSelector"])
    .filter(isObject)
    .flatMap((filter) => {
      const isServed = typeof filter["language"] === "string" && served.includes(filter["language"]);
      // Without a scheme it would also apply to the other side of a diff, which no server has.
      return isServed ? [{ scheme: "file", ...filter }] : [];
    });
  return documentSelector.length === 0 ? [] : [{ ...registration, registerOptions: { ...options, documentSelector } }];
}

function withoutCommands(registration: Registration, taken: readonly string[]): Registration[] {
  const options = optionsOf(registration);
  const commands = listOf(options["commands"]).filter(
    (command) => typeof command === "string" && !taken.includes(command),
  );
  return commands.length === 0 ? [] : [{ ...registration, registerOptions: { ...options, commands } }];
}

function optionsOf({ registerOptions }: Registration): Readonly<Record<string, unknown>> {
  return isObject(registerOptions) ? registerOptions : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
