// Describes what a server has as the entries of a settings file, with names in place of ids.
import type { Destination } from '../api/delivery.ts'
import type { SavedFilter, WordList } from '../api/filters.ts'
import type { MailboxDetail } from '../api/mail.ts'
import type { SavedRota } from '../api/rotas.ts'
import type { Settings } from '../api/settings.ts'
import { nameOf, type PhoneNames } from '../filters/exchange/phone-names.ts'
import type { MailboxEntry, PhoneEntry, PreferencesEntry, RotaEntry } from './shape.ts'

export interface SettingsState {
  settings: Settings
  mailboxes: Pick<MailboxDetail, 'id' | 'kind' | 'address' | 'state' | 'signIn' | 'backlog' | 'forwardsCopies' | 'folders' | 'imap'>[]
  phones: Pick<Destination, 'id' | 'name' | 'state' | 'rights' | 'fallback'>[]
  rotas: SavedRota[]
  filters: Pick<SavedFilter, 'id' | 'name' | 'paused' | 'condition' | 'actions'>[]
  lists: Pick<WordList, 'name' | 'entries'>[]
}

export const namesIn = ({ phones, rotas }: Pick<SettingsState, 'phones' | 'rotas'>): PhoneNames => ({
  phones: new Map(phones.map(phone => [phone.name, phone.id])),
  rotas: new Map(rotas.map(rota => [rota.name, rota.id])),
})

export function mailboxEntry(mailbox: SettingsState['mailboxes'][number]): MailboxEntry {
  const { address, kind, backlog, forwardsCopies, imap, signIn } = mailbox
  if (kind === 'address') return { kind, address }
  const folders = mailbox.folders.map(folder => folder.name)
  const kept = { address, folders, backlog, forwardsCopies, paused: mailbox.state === 'paused' }
  if (signIn === 'oauth2' || !imap) return { kind: 'oauth2', ...kept }
  const { host, port, security, username } = imap
  return { kind: 'imap', ...kept, host, port, security, username }
}

export const phoneEntry = ({ name, rights, fallback }: SettingsState['phones'][number], names: PhoneNames): PhoneEntry => ({
  name,
  rights,
  fallback: fallback?.kind === 'destination' ? { phone: nameOf(names.phones, fallback.id) } : fallback ? 'email' : null,
})

export const rotaEntry = ({ name, shifts }: SavedRota, names: PhoneNames): RotaEntry => ({
  name,
  shifts: shifts.map(({ destinationId, ...hours }) => ({ phone: nameOf(names.phones, destinationId), ...hours })),
})

export function preferencesEntry({ onboardingDismissed: _, ...settings }: Settings): PreferencesEntry {
  return settings
}
