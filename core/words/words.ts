// Opens the words of one language: ICU messages by room and key, formatted by a Lingui instance of its own.
import { setupI18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { Key, Room } from './rooms.ts'

export type Values = Record<string, string | number | Date>
export type Translate<R extends Room> = (key: Key<R>, values?: Values) => string
/** ICU texts as the JSON files hold them, or the arrays that the web build makes of them. */
export type Catalogue = Record<string, string | CompiledMessage>
export type Compile = (message: string) => CompiledMessage

export interface Words {
  language: string
  /** Adds the catalogue of a room; opening it twice changes nothing. */
  add(room: Room, catalogue: Catalogue): void
  has(room: Room): boolean
  /** The formatter of a room; throws when its catalogue was not added. */
  of<R extends Room>(room: R): Translate<R>
  /** The text whose id, such as `gmail.no_action`, came as data; throws where there is none. */
  byId(id: string, values?: Values): string
}

/**
 * Opens a language with the catalogues given.
 * `compile` turns ICU text into Lingui's form when it is read: `compileMessage` of `@lingui/message-utils` on the server,
 * nothing in the browser, whose build has compiled the catalogues.
 */
export function openWords(language: string, catalogues: Partial<Record<Room, Catalogue>>, compile?: Compile): Words {
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  if (compile) i18n.setMessagesCompiler(compile)
  const open = new Map<Room, (key: string, values?: Values) => string>()

  const add = (room: Room, catalogue: Catalogue) => {
    if (open.has(room)) return
    i18n.load(language, Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [`${room}.${key}`, text])))
    open.set(room, (key, values) => i18n._(`${room}.${key}`, values))
  }
  for (const [room, catalogue] of Object.entries(catalogues)) add(room as Room, catalogue)

  return {
    language,
    add,
    has: room => open.has(room),
    of: room => {
      const translate = open.get(room)
      if (!translate) throw new Error(`The words of "${room}" are not loaded. Name the room where the screen is loaded.`)
      return translate
    },
    byId: (id, values) => {
      if (!(id in i18n.messages)) throw new Error(`There are no words for "${id}".`)
      return i18n._(id, values)
    },
  }
}
