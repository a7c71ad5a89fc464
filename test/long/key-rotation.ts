// Replaces the master key and the signing key while emails arrive and people are signed in: `--rate N --minutes N --people N --seed S`.
import { parseArgs } from 'node:util'
import { decodeProtectedHeader } from 'jose'
import { TOTP } from 'otpauth'
import { z } from 'zod/mini'
import { type AbusePerson, askAs, filteredWord } from '../abuse/people.ts'
import { type AbuseWorld, openAbuseWorld } from '../abuse/world.ts'
import { seeded } from '../faults/chance.ts'
import { sendBySmtp } from '../faults/mails.ts'
import { openLedger } from '../faults/outages/evidence.ts'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '2' },
    people: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const [rate, minutes, count, seed] = [values.rate, values.minutes, values.people, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
const started = performance.now()
const progress = (text: string) => void process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s: ${text}\n`)
const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const Session = z.object({ access_token: z.string(), refresh_token: z.string() })
type Session = z.infer<typeof Session>

const world = await openAbuseWorld({ people: count, bugs: [] })
const ledger = openLedger(world.sandbox)
const chance = seeded(seed)
const sentences: string[] = []
const mails: { token: string; phone: string }[] = []
const rotations = { master: 0, signing: 0 }
try {
  const admin = await makeAdministrator(world)
  const sessions = new Map<AbusePerson, Session>()
  for (const person of world.people) sessions.set(person, await signIn(world, person))
  const traffic = openTraffic(world)
  const watch = setInterval(() => void checkEverybody(), 2000)
  await pause(10_000)
  progress(`${mails.length} emails have come, the master key is replaced`)
  progress((await world.runAdmin('rotate-key', 'start')).trim())
  await pause(12_000)
  for (let said = ''; !said.startsWith('0 values'); rotations.master++) {
    said = await world.runAdmin('rotate-key', 'finish')
    progress(said.split('\n')[0] ?? '')
    if (rotations.master > 5) throw new Error('The rotation does not come to an end.')
  }
  progress(`${mails.length} emails have come, the signing key is replaced by command`)
  progress((await world.runAdmin('rotate-signing-key')).split('\n')[0] ?? '')
  rotations.signing++
  await pause(20_000)
  const answer = await askAs(
    world.base,
    '192.0.2.9',
    'POST',
    '/api/admin/security/signing-keys',
    { reason: 'A rotation as planned' },
    admin,
  )
  if (answer.status !== 201) throw new Error(`The console answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  rotations.signing++
  progress(`${mails.length} emails have come, the signing key was replaced in the console`)
  await pause(Math.max(20_000, minutes * 60_000 - (performance.now() - traffic.startedAt)))
  await traffic.stop()
  clearInterval(watch)
  await checkEverybody()
  let refreshed = 0
  for (const [person, before] of sessions) {
    const again = await askAs(world.base, person.network, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: before.refresh_token,
    })
    const after = Session.safeParse(again.body)
    if (!after.success) sentences.push(`${person.name} was signed out: ${again.status} ${JSON.stringify(again.body)}`)
    else if (decodeProtectedHeader(after.data.access_token).kid === decodeProtectedHeader(before.access_token).kid)
      sentences.push(`${person.name} has a token of the old key`)
    else refreshed++
  }
  const seconds = await untilArrived()
  await ledger.read()
  const copies = Map.groupBy(ledger.bubbles, ({ token }) => token)
  const lost = mails.filter(({ token, phone }) => !copies.get(token)?.some(one => one.phone === phone))
  const duplicates = mails.filter(({ token }) => (copies.get(token)?.length ?? 0) > 1)
  for (const { token } of lost.slice(0, 10)) sentences.push(`${token} never reached its phone`)
  for (const sentence of sentences.slice(0, 20)) progress(sentence)
  const signedOut = sentences.filter(sentence => /signed out/.test(sentence)).length
  const took = (traffic.seconds() || 1).toFixed(0)
  process.stdout.write(
    `rotation seed=${seed} mails=${mails.length} seconds=${took} rate=${(mails.length / Number(took)).toFixed(1)} master_runs=${rotations.master} signing=${rotations.signing} ` +
      `lost=${lost.length} duplicates=${duplicates.length} signed_out=${signedOut} refreshed=${refreshed}/${count} arrived_after=${seconds.toFixed(0)}s\n`,
  )

  async function checkEverybody(): Promise<void> {
    await Promise.all(
      [...sessions].map(async ([person, { access_token: token }]) => {
        const { status } = await askAs(world.base, person.network, 'GET', '/api/settings', undefined, token).catch(() => ({ status: 0 }))
        if (status === 401) sentences.push(`${person.name} was signed out`)
      }),
    )
  }
} finally {
  await world.close()
}
process.exit(Number(sentences.length > 0))

async function signIn({ base }: AbuseWorld, { network, email, password }: AbusePerson): Promise<Session> {
  return Session.parse((await askAs(base, network, 'POST', '/auth/v1/token?grant_type=password', { email, password })).body)
}

/** With a second factor, as the console asks for. */
async function makeAdministrator({ base, runAdmin }: AbuseWorld): Promise<string> {
  const send = async (path: string, body: unknown, token = '') =>
    (await askAs(base, '192.0.2.9', 'POST', `/auth/v1${path}`, body, token)).body
  const { access_token: token } = Session.parse(
    await send('/signup', { email: 'admin@example.com', password: 'a long pass phrase of staff' }),
  )
  await runAdmin('add', 'admin@example.com')
  const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })
  const { id, totp } = Enrolled.parse(await send('/factors', { factor_type: 'totp', friendly_name: 'App' }, token))
  const challenge = z.object({ id: z.string() }).parse(await send(`/factors/${id}/challenge`, {}, token))
  const code = new TOTP({ secret: totp.secret }).generate()
  return Session.parse(await send(`/factors/${id}/verify`, { challenge_id: challenge.id, code }, token)).access_token
}

/** As a sender does: what was not taken is sent again until it is. */
function openTraffic({ imap, smtpPort, people }: AbuseWorld) {
  const startedAt = performance.now()
  const sending = new Set<Promise<void>>()
  let endedAt = 0
  const post = () => {
    const person = people[Math.floor(chance() * people.length)]
    if (!person) return
    const token = `t${seed}n${mails.length + 1}x`
    mails.push({ token, phone: person.phone })
    const lines = [
      `From: Sender <sender@example.net>`,
      `To: ${person.address}`,
      `Subject: ${filteredWord} ${token}`,
      `Message-ID: <${token}@example.net>`,
    ]
    const raw = [...lines, `Date: ${new Date().toUTCString()}`, '', `This is ${token}.`, ''].join('\r\n')
    if (chance() < 0.5) return void imap.add(person.name, raw)
    const sent = repeat(() => sendBySmtp(smtpPort, person.address, raw))
    sending.add(sent)
    void sent.finally(() => sending.delete(sent))
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * rate
    while (mails.length < due) post()
  }, 100)
  return {
    startedAt,
    seconds: () => (endedAt - startedAt) / 1000,
    async stop() {
      clearInterval(timer)
      endedAt = performance.now()
      await Promise.all(sending)
    },
  }
}

async function repeat(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch {
      await pause(300)
    }
  }
}

async function untilArrived(): Promise<number> {
  const since = performance.now()
  for (let quietSince = since, last = 0; performance.now() - quietSince < 60_000; await pause(500)) {
    await ledger.read()
    if (mails.every(({ token }) => ledger.has(token))) break
    if (ledger.bubbles.length !== last) [quietSince, last] = [performance.now(), ledger.bubbles.length]
  }
  return (performance.now() - since) / 1000
}
