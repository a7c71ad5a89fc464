// One client connection: its state, its open folder, and the responses it gets.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { handleCommand } from './answers.ts'
import { watch } from './folder.ts'
import { newReader } from './reader.ts'
import type { ImapSession, ImapWorld, SentResponse } from './shapes.ts'
import type { ImapCommand } from './words.ts'

export function serveClient(world: ImapWorld, socket: Socket, isSecure: boolean): void {
  let stopWatching: (() => void) | null = null
  const session: ImapSession = {
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
      stopWatching?.()
      stopWatching =
        folder && watch(folder, () => session.idleTag !== null && respond(session, 'NEWS', '', [], pendingChanges(session), ''))
      session.selected = folder
      session.view = folder?.messages.map(message => message.uid) ?? []
      session.isReadOnly = isReadOnly
    },
  }
  const end = () => {
    session.open(null, true)
    world.sessions.delete(session)
  }
  world.sessions.add(session)
  listen(session, socket, end)
  respond(session, 'GREETING', '*', [], '', `* OK [CAPABILITY ${world.capabilities(session)}] ready\r\n`)
}

/** Reads commands from the socket, or from its TLS successor after STARTTLS. */
function listen(session: ImapSession, socket: Socket, end: () => void): void {
  const reader = newReader({
    onLine: text => handleLine(session, text),
    onCommand: command => {
      if (command.name === 'STARTTLS' && session.world.tls && !session.isSecure) startTls(session, command, end)
      else execute(session, command)
    },
    onContinue: () => session.send('+ go on\r\n'),
    onTooLong: () => socket.destroy(),
  })
  socket.setNoDelay(true)
  socket.on('data', data => session.socket === socket && reader.feed(data))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => session.socket === socket && end())
}

function startTls(session: ImapSession, command: ImapCommand, end: () => void): void {
  const plainSocket = session.socket
  respond(session, 'STARTTLS', command.tag, [], '', `${command.tag} OK begin\r\n`)
  plainSocket.removeAllListeners('data')
  const secureSocket = new TLSSocket(plainSocket, { isServer: true, ...(session.world.tls && { secureContext: session.world.tls }) })
  session.socket = secureSocket
  session.isSecure = true
  listen(session, secureSocket, end)
}

/** Handles DONE and the response to a challenge. */
function handleLine(session: ImapSession, text: string): boolean {
  if (session.idleTag !== null && /^done$/i.test(text)) {
    const tag = session.idleTag
    session.idleTag = null
    respond(session, 'DONE', tag, [], '', `${tag} OK idled\r\n`)
    return true
  }
  if (session.authTag === null) return false
  const tag = session.authTag
  session.authTag = null
  execute(session, { tag, name: 'AUTHENTICATE', words: ['PLAIN', text] })
  return true
}

function execute(session: ImapSession, command: ImapCommand): void {
  if (command.name === 'AUTHENTICATE' && command.words.length === 1) {
    session.authTag = command.tag
    return session.send('+ \r\n')
  }
  const reply = handleCommand(session, command)
  session.counts.set(command.name, (session.counts.get(command.name) ?? 0) + 1)
  if (command.name === 'IDLE' && !reply.refusal) {
    session.idleTag = command.tag
    return respond(session, 'IDLE', command.tag, command.words, `+ idling\r\n${pendingChanges(session)}`, '')
  }
  // Changes are reported before a command completes, except for commands whose sequence numbers they would shift (RFC 3501 §7.4.1).
  const untagged = Buffer.concat([
    ...reply.untagged.map(line => Buffer.from(line)),
    Buffer.from(reply.mayReportChanges ? pendingChanges(session) : ''),
  ])
  respond(session, command.name, command.tag, command.words, untagged, `${command.tag} ${reply.refusal ?? reply.done ?? 'OK done'}\r\n`)
  if (command.name === 'LOGOUT') session.socket.end()
}

/** Sends the response, or what the lie for this user sends instead. */
function respond(
  session: ImapSession,
  name: string,
  tag: string,
  words: ImapCommand['words'],
  untagged: Buffer | string,
  tagged: string,
): void {
  const response: SentResponse = { session, name, tag, words, untagged: Buffer.from(untagged), tagged, nth: session.counts.get(name) ?? 0 }
  const correct = Buffer.concat([response.untagged, Buffer.from(tagged)])
  const bytes = session.lie ? session.lie(response, correct) : correct
  if (bytes && bytes.length > 0) session.send(bytes)
}

/** The changes in the open folder since the client was last notified. */
function pendingChanges(session: ImapSession): string {
  const { selected, view } = session
  if (!selected) return ''
  const present = new Set(selected.messages.map(message => message.uid))
  const removed = view.flatMap((uid, index) => (present.has(uid) ? [] : [index + 1])).reverse()
  const hasNew = selected.messages.length > view.length - removed.length
  session.view = selected.messages.map(message => message.uid)
  return [...removed.map(seq => `* ${seq} EXPUNGE\r\n`), hasNew ? `* ${selected.messages.length} EXISTS\r\n` : ''].join('')
}
