// Plans changes of email accounts: added with a password from the environment, changed, or removed.
import type { MailboxEntry, SettingsFile } from './shape.ts'
import { mailboxEntry, type SettingsState } from './state.ts'
import { changedFields, fieldLines, noteOf, nothing, type PlanOptions, type SettingsPlan, stepOf, sum } from './steps.ts'

type Mailbox = SettingsState['mailboxes'][number]
type Connected = Exclude<MailboxEntry, { kind: 'address' }>

export function planMailboxes(
  file: SettingsFile,
  state: SettingsState,
  options: PlanOptions,
): { made: SettingsPlan; removed: SettingsPlan } {
  if (!file.mailboxes) return { made: nothing, removed: nothing }
  const own = state.mailboxes.filter(mailbox => mailbox.kind === 'address')
  const others = state.mailboxes.filter(mailbox => mailbox.kind !== 'address')
  const connected = file.mailboxes.filter(entry => entry.kind !== 'address')
  const addresses = file.mailboxes.filter(entry => entry.kind === 'address')
  const find = (entry: Connected) => others.find(mailbox => isSame(mailbox.address, entry.address))
  const kept = keepAddresses(
    addresses.map(entry => entry.address),
    own,
  )
  const missing = Math.max(0, addresses.length - own.length)
  const extra = [
    ...others.filter(mailbox => !connected.some(entry => isSame(entry.address, mailbox.address))),
    ...own.filter(mailbox => !kept.has(mailbox.id)),
  ]
  return {
    made: sum(
      ...connected.map(entry => {
        const mailbox = find(entry)
        return mailbox ? changeMailbox(entry, mailbox) : addMailbox(entry)
      }),
      ...Array.from({ length: missing }, addAddress),
    ),
    removed: sum(...extra.map(mailbox => removeMailbox(mailbox, options))),
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Another server gives other addresses, so those that match by name are kept first, then as many as the file has. */
function keepAddresses(wanted: (string | undefined)[], own: Mailbox[]): Set<string> {
  const isNamed = (mailbox: Mailbox) => wanted.some(address => address !== undefined && isSame(address, mailbox.address))
  const inOrder = [...own.filter(isNamed), ...own.filter(mailbox => !isNamed(mailbox))]
  return new Set(inOrder.slice(0, wanted.length).map(mailbox => mailbox.id))
}

function addMailbox(entry: Connected): SettingsPlan {
  const name = entry.address
  if (entry.kind === 'oauth2') return noteOf('person.sign_in', { name })
  if (!entry.password) return noteOf('person.password', { name })
  const { password, paused, backlog, forwardsCopies, ...settings } = entry
  const { kind, ...shown } = { ...settings, password }
  const stands = `added mailbox ${name}`
  const added = stepOf(
    { kind: 'added', section: 'mailbox', name, lines: fieldLines({}, shown) },
    { method: 'POST', path: '/api/mailboxes', body: { ...settings, kind }, passwordEnv: password.env, stands },
  )
  // These are chosen once it is there.
  const later = { ...(paused && { paused }), ...(backlog && { backlog }), ...(forwardsCopies !== undefined && { forwardsCopies }) }
  if (Object.keys(later).length === 0) return added
  return sum(added, { ...nothing, calls: [{ method: 'PATCH', path: `/api/mailboxes/${stands}`, body: later }] })
}

function changeMailbox(entry: Connected, mailbox: Mailbox): SettingsPlan {
  const current = mailboxEntry(mailbox)
  if (current.kind === 'address') return nothing
  const { folders, backlog, forwardsCopies, paused } = inOrder(entry)
  const change = changedFields({ folders, backlog, forwardsCopies, paused }, inOrder(current))
  const moved = changedFields(connectionOf(entry), connectionOf(current))
  const notes = Object.keys(moved).length > 0 ? noteOf('person.connection', { name: entry.address }) : nothing
  if (Object.keys(change).length === 0) return notes
  const lines = fieldLines(inOrder(current), change)
  const call = { method: 'PATCH' as const, path: `/api/mailboxes/${mailbox.id}`, body: change }
  return sum(stepOf({ kind: 'changed', section: 'mailbox', name: entry.address, lines }, call), notes)
}

/** The order of folders means nothing. */
const inOrder = <T extends Connected>(entry: T): T => ({ ...entry, ...(entry.folders && { folders: entry.folders.toSorted() }) })

function connectionOf(entry: Connected): object {
  if (entry.kind === 'oauth2') return { kind: entry.kind }
  const { kind, host, port, security, username } = entry
  return { kind, host: host.toLowerCase(), port, security, username }
}

const addAddress = (): SettingsPlan =>
  stepOf(
    { kind: 'added', section: 'mailbox', name: 'Mailferry', lines: [] },
    { method: 'POST', path: '/api/mailboxes', body: { kind: 'address' } },
  )

function removeMailbox({ id, address }: Mailbox, { deletes }: PlanOptions): SettingsPlan {
  if (!deletes) return noteOf('keep.mailbox', { name: address })
  return stepOf({ kind: 'removed', section: 'mailbox', name: address, lines: [] }, { method: 'DELETE', path: `/api/mailboxes/${id}` })
}
