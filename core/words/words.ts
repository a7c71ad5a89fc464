// Opens the words of one language: ICU messages by catalog and key, formatted by a Lingui instance of its own.
import { setupI18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { CatalogName, WordKey } from './catalogs.ts'

export type WordValues = Record<string, string | number | Date>
export type Translate<R extends CatalogName> = (key: WordKey<R>, values?: WordValues) => string
/** ICU texts as the JSON files hold them, or the arrays that the web build makes of them. */
export type Catalog = Record<string, string | CompiledMessage>
export type Compile = (message: string) => CompiledMessage

export interface Words {
  language: string
  /** Adds a catalog; opening it twice changes nothing. */
  add(name: CatalogName, catalog: Catalog): void
  has(name: CatalogName): boolean
  /** The formatter of a catalog; throws when its catalog was not added. */
  of<R extends CatalogName>(name: R): Translate<R>
  /** The text whose id, such as `gmail.no_action`, came as data; throws where there is none. */
  byId(id: string, values?: WordValues): string
}

/**
 * Opens a language with the catalogs given.
 * `compile` turns ICU text into Lingui's form when it is read: `compileMessage` of `@lingui/message-utils` on the server,
 * nothing in the browser, whose build has compiled the catalogs.
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
      if (!translate) throw new Error(`The words of "${name}" are not loaded. Name the catalog where the screen is loaded.`)
      return translate
    },
    byId: (id, values) => {
      if (!(id in i18n.messages)) throw new Error(`There are no words for "${id}".`)
      return i18n._(id, values)
    },
  }
}
