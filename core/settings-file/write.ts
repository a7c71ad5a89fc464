// Writes what a server has as a settings file that says the same.
import { nameAction } from '../filters/exchange/phone-names.ts'
import { printYaml, toReadable, toRecord } from '../filters/exchange/write.ts'
import { findTwins } from './names.ts'
import { mailboxEntry, namesIn, phoneEntry, preferencesEntry, rotaEntry, type SettingsState } from './state.ts'

/** What would make a file ambiguous: a name that two phones, rotas, filters or accounts share. */
export const twinsIn = ({ phones, rotas, filters, mailboxes }: SettingsState): string[] =>
  [phones.map(nameIn), rotas.map(nameIn), filters.map(nameIn), mailboxes.map(({ address }) => address.toLowerCase())].flatMap(findTwins)

const nameIn = ({ name }: { name: string }): string => name

/** Passwords are named, never written: each by a variable of the environment. */
export function writeSettings(state: SettingsState): string {
  const names = namesIn(state)
  return printYaml({
    preferences: preferencesEntry(state.settings),
    mailboxes: state.mailboxes.map(mailbox => {
      const entry = mailboxEntry(mailbox)
      return entry.kind === 'imap' ? { ...entry, password: { env: passwordVariable(entry.address) } } : entry
    }),
    phones: state.phones.map(phone => phoneEntry(phone, names)),
    rotas: state.rotas.map(rota => rotaEntry(rota, names)),
    filters: state.filters.map(filter => toReadable({ ...filter, actions: filter.actions.map(action => nameAction(action, names)) })),
    lists: toRecord([...state.lists]),
  })
}

const passwordVariable = (address: string): string => `PASSWORD_${address.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`.slice(0, 100)
