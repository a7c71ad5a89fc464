// An SMTP server for tests: authenticates people, stores everything it receives, and disconnects on request.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  user: string
  from: string
  to: string[]
  raw: string
}

export interface SmtpHost {
  port: number
  /** Every email that it accepted, or would have. */
  taken: TakenMail[]
  /** What it does with the next emails; `vanish` accepts one and disconnects before it confirms. */
  next: ('take' | 'vanish' | 'busy' | 'refuse' | 'no_recipient')[]
  /** Runs when an email is complete, before the response. */
  onWhole: (() => Promise<void>) | null
  passwords: Map<string, string>
  /** Whether an access token is valid; null accepts none. */
  isToken: ((token: string) => Promise<boolean>) | null
  stop(): Promise<void>
}

export async function startSmtpHost(options: SMTPServerOptions = {}): Promise<SmtpHost> {
  const host: Omit<SmtpHost, 'port' | 'stop'> = { taken: [], next: [], onWhole: null, passwords: new Map(), isToken: null }
  let now: SmtpHost['next'][number] = 'take'
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    ...options,
    onAuth(auth, _session, done) {
      const user = auth.username ?? ''
      const judge = async () => {
        const isGood = auth.method === 'XOAUTH2' ? await host.isToken?.(auth.accessToken ?? '') : host.passwords.get(user) === auth.password
        done(isGood ? null : refusal(535, '5.7.8 Authentication failed'), { user })
      }
      judge().catch(done)
    },
    onMailFrom(_address, _session, done) {
      now = host.next.shift() ?? 'take'
      done()
    },
    onRcptTo(_address, _session, done) {
      done(now === 'no_recipient' ? refusal(550, '5.1.1 No such user') : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      const take = async () => {
        if (now === 'busy') return done(refusal(451, '4.3.0 Try again'))
        if (now === 'refuse') return done(refusal(554, '5.7.1 Looks like spam'))
        const { mailFrom, rcptTo } = session.envelope
        host.taken.push({
          user: String(session.user),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(one => one.address),
          raw: Buffer.concat(parts).toString('latin1'),
        })
        await host.onWhole?.()
        if (now === 'vanish') return [...server.connections].forEach(connection => Reflect.get(connection, '_socket').destroy())
        done()
      }
      stream.on('end', () => void take())
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(host, { port, stop: () => new Promise<void>(done => server.close(() => done())) })
}
