// Commands are loaded when they run, so that help and a usage error need not wait for the whole service.

/** A command of a module, which is imported when it is called. */
export function onDemand<M extends object, K extends keyof M>(
  load: () => Promise<M>,
  name: M[K] extends (...args: never[]) => unknown ? K : never,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    const module = await load();
    await (module[name] as (...args: unknown[]) => unknown)(...args);
  };
}
