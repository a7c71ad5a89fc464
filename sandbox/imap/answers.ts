// The honest answer to each command that a mail client of today sends.
import { fetchLine } from './fetch.ts'
import { append, type Folder, remove, type StoredMail } from './folder.ts'
import { inSet, lastUid, search } from './sets.ts'
import type { Session } from './shapes.ts'
import { type Command, quoted, textOf, type Word } from './words.ts'
import { accountOf, folderOf } from './world.ts'

export interface Reply {
  untagged: (string | Buffer)[]
  /** The tagged line without its tag. */
  done?: string
  refusal?: string
  mayTellNews?: boolean
}

type Answerer = (session: Session, words: Word[], name: string, tag: string) => Reply

const bad: Reply = { untagged: [], refusal: 'BAD not understood' }
const none: Reply = { untagged: [] }
const no = (words: string): Reply => ({ untagged: [], refusal: `NO ${words}` })

export function answerTo(session: Session, { tag, name, words }: Command): Reply {
  const free = freely[name]
  if (free) return free(session, words, name, tag)
  if (!session.account) return name in signedIn || name in selected ? no('sign in first') : bad
  const inAccount = signedIn[name]
  if (inAccount) return inAccount(session, words, name, tag)
  const inFolder = selected[name]
  if (!inFolder) return bad
  return session.selected ? inFolder(session, words, name, tag) : { untagged: [], refusal: 'BAD no mailbox is open' }
}

const freely: Record<string, Answerer> = {
  CAPABILITY: session => ({ untagged: [`* CAPABILITY ${session.world.capabilities(session)}\r\n`] }),
  NOOP: () => ({ untagged: [], mayTellNews: true }),
  ID: () => ({ untagged: ['* ID ("name" "sandbox")\r\n'] }),
  LOGOUT: () => ({ untagged: ['* BYE until next time\r\n'] }),
  LOGIN: (session, [user, password]) => signIn(session, textOf(user), textOf(password)),
  AUTHENTICATE: (session, [mechanism, response]) => {
    if (textOf(mechanism).toUpperCase() !== 'PLAIN') return no('[CANNOT] that mechanism is not offered')
    const [, user = '', password = ''] = Buffer.from(textOf(response), 'base64').toString('utf8').split('\0')
    return signIn(session, user, password)
  },
}

const signedIn: Record<string, Answerer> = {
  NAMESPACE: () => ({ untagged: ['* NAMESPACE (("" "/")) NIL NIL\r\n'] }),
  LIST: (session, [, pattern]) => list(session, textOf(pattern)),
  LSUB: (session, [, pattern]) => list(session, textOf(pattern)),
  STATUS: (session, [name, items]) => status(session, textOf(name), Array.isArray(items) ? items.map(textOf) : []),
  SELECT: (session, [name]) => open(session, textOf(name), false),
  EXAMINE: (session, [name]) => open(session, textOf(name), true),
  CREATE: (session, [name]) => {
    folderOf(accountOf(session.world, session.user), textOf(name))
    return none
  },
  IDLE: () => none,
}

const selected: Record<string, Answerer> = {
  CHECK: () => ({ untagged: [], mayTellNews: true }),
  CLOSE: session => leave(session),
  UNSELECT: session => leave(session),
  SEARCH: answerSearch,
  'UID SEARCH': answerSearch,
  FETCH: answerFetch,
  'UID FETCH': answerFetch,
  'UID STORE': (session, [set, , flags]) => {
    const mails = session.isReadOnly ? [] : named(session.selected, textOf(set), true)
    for (const { mail } of mails) for (const flag of Array.isArray(flags) ? flags : [flags ?? '']) mail.flags.add(textOf(flag))
    return session.isReadOnly ? no('[READ-ONLY] opened to be read') : none
  },
  'UID MOVE': (session, [set, to]) => {
    if (session.isReadOnly) return no('[READ-ONLY] opened to be read')
    const uids = new Set(named(session.selected, textOf(set), true).map(({ mail }) => mail.uid))
    const target = folderOf(accountOf(session.world, session.user), textOf(to))
    const moved = session.selected ? remove(session.selected, uids) : []
    const copies = moved.map(({ raw, receivedAt, flags }) => append(target, raw, { receivedAt, flags: [...flags] }))
    return {
      untagged: moved.length > 0 ? [`* OK [COPYUID ${target.uidValidity} ${[...uids].join(',')} ${copies.join(',')}] moved\r\n`] : [],
      mayTellNews: true,
    }
  },
}

function signIn(session: Session, user: string, password: string): Reply {
  const { world } = session
  session.user = user
  session.lie = world.lies.get(user) ?? world.lieToAll
  world.signIns.push(Date.now())
  if (password !== world.password) return no('[AUTHENTICATIONFAILED] invalid credentials')
  session.account = accountOf(world, user)
  return { untagged: [], done: `OK [CAPABILITY ${world.capabilities(session)}] welcome` }
}

function list(session: Session, pattern: string): Reply {
  if (pattern === '') return { untagged: ['* LIST (\\Noselect) "/" ""\r\n'] }
  const shape = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/[*%]/g, '.*')}$`, 'i')
  const names = [...(session.account?.folders.keys() ?? [])].filter(name => shape.test(name))
  return { untagged: names.map(name => `* LIST (\\HasNoChildren) "/" ${quoted(name)}\r\n`) }
}

function status(session: Session, name: string, items: string[]): Reply {
  const folder = session.account?.folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
  if (!folder) return no('[NONEXISTENT] there is no such mailbox')
  const values: Record<string, number> = {
    MESSAGES: folder.mails.length,
    RECENT: 0,
    UIDNEXT: folder.uidNext,
    UIDVALIDITY: folder.uidValidity,
    UNSEEN: folder.mails.filter(mail => !mail.flags.has('\\Seen')).length,
  }
  const told = items.map(item => item.toUpperCase()).flatMap(item => (item in values ? [`${item} ${values[item]}`] : []))
  return { untagged: [`* STATUS ${quoted(folder.name)} (${told.join(' ')})\r\n`] }
}

function open(session: Session, name: string, isReadOnly: boolean): Reply {
  const folder = session.account?.folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
  session.open(folder ?? null, isReadOnly)
  if (!folder) return no('[NONEXISTENT] there is no such mailbox')
  const lines = [
    'FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
    `OK [PERMANENTFLAGS (${isReadOnly ? '' : '\\Seen \\Flagged \\Deleted \\*'})] limited`,
    `${folder.mails.length} EXISTS`,
    '0 RECENT',
    `OK [UIDVALIDITY ${folder.uidValidity}] numbering`,
    `OK [UIDNEXT ${folder.uidNext}] next`,
  ]
  return { untagged: lines.map(line => `* ${line}\r\n`), done: `OK [${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] opened` }
}

function leave(session: Session): Reply {
  session.open(null, true)
  return none
}

function answerSearch(session: Session, words: Word[], name: string, tag: string): Reply {
  const folder = session.selected
  const isExtended = textOf(words[0]).toUpperCase() === 'RETURN'
  const found = folder && search(folder, isExtended ? words.slice(2) : words)
  if (!found) return bad
  const isUid = name === 'UID SEARCH'
  const numbers = found.map(mail => (isUid ? mail.uid : folder.mails.indexOf(mail) + 1))
  if (!isExtended) return { untagged: [`* SEARCH${numbers.map(n => ` ${n}`).join('')}\r\n`], mayTellNews: isUid }
  const asked = Array.isArray(words[1]) ? words[1].map(word => textOf(word).toUpperCase()) : []
  const results = [
    (asked.length === 0 || asked.includes('ALL')) && numbers.length > 0 ? ` ALL ${numbers.join(',')}` : '',
    asked.includes('COUNT') ? ` COUNT ${numbers.length}` : '',
    asked.includes('MIN') && numbers.length > 0 ? ` MIN ${numbers[0]}` : '',
    asked.includes('MAX') && numbers.length > 0 ? ` MAX ${numbers.at(-1)}` : '',
  ]
  return { untagged: [`* ESEARCH (TAG ${quoted(tag)})${isUid ? ' UID' : ''}${results.join('')}\r\n`], mayTellNews: isUid }
}

function answerFetch(session: Session, [set, items]: Word[], name: string): Reply {
  const isUid = name === 'UID FETCH'
  const asked = Array.isArray(items) ? items : items === undefined ? [] : [items]
  const mails = named(session.selected, textOf(set), isUid)
  return { untagged: mails.map(({ mail, seq }) => fetchLine(mail, seq, asked, isUid)), mayTellNews: isUid }
}

function named(folder: Folder | null, set: string, isUid: boolean): { mail: StoredMail; seq: number }[] {
  if (!folder) return []
  const holds = inSet(set, isUid ? lastUid(folder) : folder.mails.length)
  return folder.mails.map((mail, at) => ({ mail, seq: at + 1 })).filter(({ mail, seq }) => holds(isUid ? mail.uid : seq))
}
