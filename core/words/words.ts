// Opens the texts of one language: ICU messages by catalog and key, formatted by a separate Lingui instance.
import { setupI18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { CatalogName, WordKey } from './catalogs.ts'

export type WordValues = Record<string, string | number | Date>
export type Translate<R extends CatalogName> = (key: WordKey<R>, values?: WordValues) => string
/** ICU texts as in the JSON files, or the arrays that the web build compiles from them. */
export type Catalog = Record<string, string | CompiledMessage>
export type Compile = (message: string) => CompiledMessage

export interface Words {
  language: string
  /** Adds a catalog; opening it twice changes nothing. */
  add(name: CatalogName, catalog: Catalog): void
  has(name: CatalogName): boolean
  /** The formatter of a catalog; throws if the catalog was not added. */
  of<R extends CatalogName>(name: R): Translate<R>
  /** The text for an id that comes from data, such as `gmail.no_action`; throws if there is none. */
  byId(id: string, values?: WordValues): string
}

/**
 * `compile` converts ICU texts to Lingui's format on use: `compileMessage` from `@lingui/message-utils` on the server, nothing in
 * the browser, whose build has already compiled the catalogs.
 */
export function openWords(language: string, catalogs: Partial<Record<CatalogName, Catalog>>, compile?: Compile): Words {
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  if (compile) i18n.setMessagesCompiler(compile)
  const open = new Map<CatalogName, (key: string, values?: WordValues) => string>()

  const add = (name: CatalogName, catalog: Catalog) => {
    if (open.has(name)) return
    i18n.load(language, Object.fromEntries(Object.entries(catalog).map(([key, text]) => [`${name}.${key}`, text])))
    open.set(name, (key, values) => i18n._(`${name}.${key}`, values))
  }
  for (const [name, catalog] of Object.entries(catalogs)) add(name as CatalogName, catalog)

  return {
    language,
    add,
    has: name => open.has(name),
    of: name => {
      const translate = open.get(name)
      if (!translate) throw new Error(`The catalog "${name}" is not loaded. Add it where the screen is loaded.`)
      return translate
    },
    byId: (id, values) => {
      if (!(id in i18n.messages)) throw new Error(`There is no text for "${id}".`)
      return i18n._(id, values)
    },
  }
}
