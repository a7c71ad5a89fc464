// One connection of a client: what it has said so far, which folder it has open, and what it is told.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { answerTo } from './answers.ts'
import { watch } from './folder.ts'
import { newReader } from './reader.ts'
import type { Sent, Session, World } from './shapes.ts'
import type { Command } from './words.ts'

export function serve(world: World, socket: Socket, isSecure: boolean): void {
  let unwatch: (() => void) | null = null
  const session: Session = {
    world,
    account: null,
    user: '',
    isSecure,
    selected: null,
    view: [],
    isReadOnly: false,
    idleTag: null,
    authTag: null,
    lie: world.lieToAll,
    counts: new Map(),
    socket,
    send: bytes => {
      if (session.socket.writable) session.socket.write(bytes)
    },
    open: (folder, isReadOnly) => {
      unwatch?.()
      unwatch = folder && watch(folder, () => session.idleTag !== null && tell(session, 'NEWS', '', [], news(session), ''))
      session.selected = folder
      session.view = folder?.mails.map(mail => mail.uid) ?? []
      session.isReadOnly = isReadOnly
    },
  }
  const end = () => {
    session.open(null, true)
    world.sessions.delete(session)
  }
  world.sessions.add(session)
  listen(session, socket, end)
  tell(session, 'GREETING', '*', [], '', `* OK [CAPABILITY ${world.capabilities(session)}] ready\r\n`)
}

/** Reads commands from the socket, and from what becomes of it by STARTTLS. */
function listen(session: Session, socket: Socket, end: () => void): void {
  const reader = newReader({
    line: text => takesLine(session, text),
    command: command => {
      if (command.name === 'STARTTLS' && session.world.tls && !session.isSecure) startTls(session, command, end)
      else obey(session, command)
    },
    goOn: () => session.send('+ go on\r\n'),
    tooLong: () => socket.destroy(),
  })
  socket.setNoDelay(true)
  socket.on('data', data => session.socket === socket && reader.feed(data))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => session.socket === socket && end())
}

function startTls(session: Session, command: Command, end: () => void): void {
  const plain = session.socket
  tell(session, 'STARTTLS', command.tag, [], '', `${command.tag} OK begin\r\n`)
  plain.removeAllListeners('data')
  const secure = new TLSSocket(plain, { isServer: true, ...(session.world.tls && { secureContext: session.world.tls }) })
  session.socket = secure
  session.isSecure = true
  listen(session, secure, end)
}

/** DONE, and the answer to a challenge. */
function takesLine(session: Session, text: string): boolean {
  if (session.idleTag !== null && /^done$/i.test(text)) {
    const tag = session.idleTag
    session.idleTag = null
    tell(session, 'DONE', tag, [], '', `${tag} OK idled\r\n`)
    return true
  }
  if (session.authTag === null) return false
  const tag = session.authTag
  session.authTag = null
  obey(session, { tag, name: 'AUTHENTICATE', words: ['PLAIN', text] })
  return true
}

function obey(session: Session, command: Command): void {
  if (command.name === 'AUTHENTICATE' && command.words.length === 1) {
    session.authTag = command.tag
    return session.send('+ \r\n')
  }
  const reply = answerTo(session, command)
  session.counts.set(command.name, (session.counts.get(command.name) ?? 0) + 1)
  if (command.name === 'IDLE' && !reply.refusal) {
    session.idleTag = command.tag
    return tell(session, 'IDLE', command.tag, command.words, `+ idling\r\n${news(session)}`, '')
  }
  // What is new is told before the end of any other command but those whose numbers it would shift (RFC 3501 §7.4.1).
  const untagged = Buffer.concat([...reply.untagged.map(line => Buffer.from(line)), Buffer.from(reply.mayTellNews ? news(session) : '')])
  tell(session, command.name, command.tag, command.words, untagged, `${command.tag} ${reply.refusal ?? reply.done ?? 'OK done'}\r\n`)
  if (command.name === 'LOGOUT') session.socket.end()
}

/** Says it, or what the lie of this user says instead. */
function tell(session: Session, name: string, tag: string, words: Command['words'], untagged: Buffer | string, tagged: string): void {
  const said: Sent = { session, name, tag, words, untagged: Buffer.from(untagged), tagged, nth: session.counts.get(name) ?? 0 }
  const honest = Buffer.concat([said.untagged, Buffer.from(tagged)])
  const bytes = session.lie ? session.lie(said, honest) : honest
  if (bytes && bytes.length > 0) session.send(bytes)
}

/** What has changed in the open folder since the client was last told. */
function news(session: Session): string {
  const { selected, view } = session
  if (!selected) return ''
  const there = new Set(selected.mails.map(mail => mail.uid))
  const gone = view.flatMap((uid, at) => (there.has(uid) ? [] : [at + 1])).reverse()
  const grew = selected.mails.length > view.length - gone.length
  session.view = selected.mails.map(mail => mail.uid)
  return [...gone.map(seq => `* ${seq} EXPUNGE\r\n`), grew ? `* ${selected.mails.length} EXISTS\r\n` : ''].join('')
}
