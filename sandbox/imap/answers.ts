// Handles the commands that current mail clients send, the way a correct server does.
import { fetchLine } from './fetch.ts'
import { appendMessage, removeMessages, type StoredFolder, type StoredMessage } from './folder.ts'
import { highestUid, inSet, searchFolder } from './sets.ts'
import type { ImapSession } from './shapes.ts'
import { asText, type ImapCommand, quoteString, type Word } from './words.ts'
import { openAccount, openFolder } from './world.ts'

export interface CommandReply {
  untagged: (string | Buffer)[]
  /** The tagged line without its tag. */
  done?: string
  refusal?: string
  mayReportChanges?: boolean
}

type CommandHandler = (session: ImapSession, words: Word[], name: string, tag: string) => CommandReply

const notUnderstood: CommandReply = { untagged: [], refusal: 'BAD not understood' }
const noReply: CommandReply = { untagged: [] }
const refuseWith = (words: string): CommandReply => ({ untagged: [], refusal: `NO ${words}` })

export function handleCommand(session: ImapSession, { tag, name, words }: ImapCommand): CommandReply {
  const handler = anyStateHandlers[name]
  if (handler) return handler(session, words, name, tag)
  if (!session.account) return name in signedInHandlers || name in selectedHandlers ? refuseWith('sign in first') : notUnderstood
  const accountHandler = signedInHandlers[name]
  if (accountHandler) return accountHandler(session, words, name, tag)
  const folderHandler = selectedHandlers[name]
  if (!folderHandler) return notUnderstood
  return session.selected ? folderHandler(session, words, name, tag) : { untagged: [], refusal: 'BAD no mailbox is open' }
}

const anyStateHandlers: Record<string, CommandHandler> = {
  CAPABILITY: session => ({ untagged: [`* CAPABILITY ${session.world.capabilities(session)}\r\n`] }),
  NOOP: () => ({ untagged: [], mayReportChanges: true }),
  ID: () => ({ untagged: ['* ID ("name" "sandbox")\r\n'] }),
  LOGOUT: () => ({ untagged: ['* BYE until next time\r\n'] }),
  LOGIN: (session, [user, password]) => signIn(session, asText(user), asText(password)),
  AUTHENTICATE: (session, [mechanism, response]) => {
    if (asText(mechanism).toUpperCase() !== 'PLAIN') return refuseWith('[CANNOT] that mechanism is not offered')
    const [, user = '', password = ''] = Buffer.from(asText(response), 'base64').toString('utf8').split('\0')
    return signIn(session, user, password)
  },
}

const signedInHandlers: Record<string, CommandHandler> = {
  NAMESPACE: () => ({ untagged: ['* NAMESPACE (("" "/")) NIL NIL\r\n'] }),
  LIST: (session, [, pattern]) => listFolders(session, asText(pattern)),
  LSUB: (session, [, pattern]) => listFolders(session, asText(pattern)),
  STATUS: (session, [name, items]) => folderStatus(session, asText(name), Array.isArray(items) ? items.map(asText) : []),
  SELECT: (session, [name]) => openFolderCommand(session, asText(name), false),
  EXAMINE: (session, [name]) => openFolderCommand(session, asText(name), true),
  CREATE: (session, [name]) => {
    openFolder(openAccount(session.world, session.user), asText(name))
    return noReply
  },
  IDLE: () => noReply,
}

const selectedHandlers: Record<string, CommandHandler> = {
  CHECK: () => ({ untagged: [], mayReportChanges: true }),
  CLOSE: session => closeFolder(session),
  UNSELECT: session => closeFolder(session),
  SEARCH: handleSearch,
  'UID SEARCH': handleSearch,
  FETCH: handleFetch,
  'UID FETCH': handleFetch,
  'UID STORE': (session, [set, , flags]) => {
    const matches = session.isReadOnly ? [] : selectMessages(session.selected, asText(set), true)
    for (const { message } of matches) for (const flag of Array.isArray(flags) ? flags : [flags ?? '']) message.flags.add(asText(flag))
    return session.isReadOnly ? refuseWith('[READ-ONLY] opened to be read') : noReply
  },
  'UID MOVE': (session, [set, to]) => {
    if (session.isReadOnly) return refuseWith('[READ-ONLY] opened to be read')
    const uids = new Set(selectMessages(session.selected, asText(set), true).map(({ message }) => message.uid))
    const target = openFolder(openAccount(session.world, session.user), asText(to))
    const moved = session.selected ? removeMessages(session.selected, uids) : []
    const copies = moved.map(({ raw, receivedAt, flags }) => appendMessage(target, raw, { receivedAt, flags: [...flags] }))
    return {
      untagged: moved.length > 0 ? [`* OK [COPYUID ${target.uidValidity} ${[...uids].join(',')} ${copies.join(',')}] moved\r\n`] : [],
      mayReportChanges: true,
    }
  },
}

function signIn(session: ImapSession, user: string, password: string): CommandReply {
  const { world } = session
  session.user = user
  session.lie = world.lies.get(user) ?? world.lieToAll
  world.signIns.push(Date.now())
  if (password !== world.password) return refuseWith('[AUTHENTICATIONFAILED] invalid credentials')
  session.account = openAccount(world, user)
  return { untagged: [], done: `OK [CAPABILITY ${world.capabilities(session)}] welcome` }
}

function listFolders(session: ImapSession, pattern: string): CommandReply {
  if (pattern === '') return { untagged: ['* LIST (\\Noselect) "/" ""\r\n'] }
  const regExp = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*')}$`, 'i')
  const names = [...(session.account?.folders.keys() ?? [])].filter(name => regExp.test(name))
  return { untagged: names.map(name => `* LIST (\\HasNoChildren) "/" ${quoteString(name)}\r\n`) }
}

function folderStatus(session: ImapSession, name: string, items: string[]): CommandReply {
  const folder = session.account?.folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
  if (!folder) return refuseWith('[NONEXISTENT] there is no such mailbox')
  const values: Record<string, number> = {
    MESSAGES: folder.messages.length,
    RECENT: 0,
    UIDNEXT: folder.uidNext,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: folder.messages.filter(message => !message.flags.has('\\Seen')).length,
  }
  const requested = items.map(item => item.toUpperCase()).flatMap(item => (item in values ? [`${item} ${values[item]}`] : []))
  return { untagged: [`* STATUS ${quoteString(folder.name)} (${requested.join(' ')})\r\n`] }
}

function openFolderCommand(session: ImapSession, name: string, isReadOnly: boolean): CommandReply {
  const folder = session.account?.folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
  session.open(folder ?? null, isReadOnly)
  if (!folder) return refuseWith('[NONEXISTENT] there is no such mailbox')
  const lines = [
    'FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
    `OK [PERMANENTFLAGS (${isReadOnly ? '' : '\\Seen \\Flagged \\Deleted \\*'})] limited`,
    `${folder.messages.length} EXISTS`,
    '0 RECENT',
    `OK [UIDVALIDITY ${folder.uidValidity}] numbering`,
    `OK [UIDNEXT ${folder.uidNext}] next`,
  ]
  return { untagged: lines.map(line => `* ${line}\r\n`), done: `OK [${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] opened` }
}

function closeFolder(session: ImapSession): CommandReply {
  session.open(null, true)
  return noReply
}

function handleSearch(session: ImapSession, words: Word[], name: string, tag: string): CommandReply {
  const folder = session.selected
  const isExtended = asText(words[0]).toUpperCase() === 'RETURN'
  const matches = folder && searchFolder(folder, isExtended ? words.slice(2) : words)
  if (!matches) return notUnderstood
  const isUid = name === 'UID SEARCH'
  const numbers = matches.map(message => (isUid ? message.uid : folder.messages.indexOf(message) + 1))
  if (!isExtended) return { untagged: [`* SEARCH${numbers.map(n => ` ${n}`).join('')}\r\n`], mayReportChanges: isUid }
  const requested = Array.isArray(words[1]) ? words[1].map(word => asText(word).toUpperCase()) : []
  const results = [
    (requested.length === 0 || requested.includes('ALL')) && numbers.length > 0 ? ` ALL ${numbers.join(',')}` : '',
    requested.includes('COUNT') ? ` COUNT ${numbers.length}` : '',
    requested.includes('MIN') && numbers.length > 0 ? ` MIN ${numbers[0]}` : '',
    requested.includes('MAX') && numbers.length > 0 ? ` MAX ${numbers.at(-1)}` : '',
  ]
  return { untagged: [`* ESEARCH (TAG ${quoteString(tag)})${isUid ? ' UID' : ''}${results.join('')}\r\n`], mayReportChanges: isUid }
}

function handleFetch(session: ImapSession, [set, items]: Word[], name: string): CommandReply {
  const isUid = name === 'UID FETCH'
  const requested = Array.isArray(items) ? items : items === undefined ? [] : [items]
  const matches = selectMessages(session.selected, asText(set), isUid)
  return { untagged: matches.map(({ message, seq }) => fetchLine(message, seq, requested, isUid)), mayReportChanges: isUid }
}

function selectMessages(folder: StoredFolder | null, set: string, isUid: boolean): { message: StoredMessage; seq: number }[] {
  if (!folder) return []
  const includes = inSet(set, isUid ? highestUid(folder) : folder.messages.length)
  return folder.messages
    .map((message, index) => ({ message, seq: index + 1 }))
    .filter(({ message, seq }) => includes(isUid ? message.uid : seq))
}
