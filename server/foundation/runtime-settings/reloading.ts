// Provides objects that always use the newest settings, so that code holding them needs no restart.

/** Behaves like `build(read())`, and builds again when `read()` returns a different object. */
export function reloading<Source, Built extends object>(read: () => Source, build: (source: Source) => Built): Built {
  let source = read()
  let built = build(source)
  return following(built, () => {
    const newest = read()
    if (newest !== source) {
      built = build(newest)
      source = newest
    }
    return built
  })
}

/** Behaves like what `read()` currently returns, which always has the fields of `first`. */
export function following<T extends object>(first: T, read: () => T): T {
  return new Proxy<T>(
    { ...first },
    {
      get(_first, name) {
        const current = read()
        const value: unknown = Reflect.get(current, name, current)
        // The methods of a Map only work with the Map itself as `this`.
        return typeof value === 'function' ? value.bind(current) : value
      },
      has: (_first, name) => Reflect.has(read(), name),
    },
  )
}
