// Keeps one object whose parts always belong to the newest settings, so that whoever holds it needs no restart.

/** Behaves as what `build` makes of `read()`, and builds again when that is another object than before. */
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

/** Behaves as what `read` returns at that moment, which always has the fields of `first`. */
export function following<T extends object>(first: T, read: () => T): T {
  return new Proxy<T>(
    { ...first },
    {
      get(_first, name) {
        const current = read()
        const value: unknown = Reflect.get(current, name, current)
        // Methods of a Map work on the Map alone.
        return typeof value === 'function' ? value.bind(current) : value
      },
      has: (_first, name) => Reflect.has(read(), name),
    },
  )
}
