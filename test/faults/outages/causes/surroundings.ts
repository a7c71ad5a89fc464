// What surrounds the hosts goes wrong: clocks, names, and the mail servers of a provider.
import type { Lie } from '../../../../sandbox/imap/shapes.ts'
import { connectMailbox } from '../hosts/people.ts'
import { pause } from '../hosts/traffic.ts'
import type { Cause, Scene } from './cause.ts'

const tenSecondsMs = 10_000

export const surroundingCauses: Cause[] = [
  clock('clock-ahead', async (skew, { hold }) => {
    skew(tenSecondsMs)
    await hold(20)
  }),
  clock('clock-behind', async (skew, { hold }) => {
    skew(-tenSecondsMs)
    await hold(20)
  }),
  clock('clock-steps', async (skew, { hold }) => {
    for (let i = 0; i < 8; i++) {
      skew(i % 2 === 0 ? tenSecondsMs : -tenSecondsMs)
      await hold(2.5)
    }
  }),
  names('names-slow', 3000),
  names('names-dead', null),
  // In the words of a wrong password, as providers do in their own incidents.
  {
    name: 'provider-refuses-15m',
    kind: 'mail',
    minutes: 15,
    never: ['copies'],
    // A refused mailbox is left alone for as long as 45 of these seconds.
    healthySeconds: 90,
    async run({ world, passMinutes }) {
      world.imap.lie(null, refusePasswords)
      world.imap.dropAll()
      await passMinutes(15)
      const asked = await world.cluster.ask("select from mailboxes where state = 'needs_you'")
      world.imap.lie(null, null)
      return asked.length > 0 ? [`${asked.length} people were asked to act although their provider refuses everybody`] : []
    },
  },
  {
    name: 'everybody-reconnects',
    kind: 'mail',
    never: ['copies'],
    quietMs: ({ mailboxes }) => mailboxes * mailsInEach * quietMsPerMail,
    run: reconnectAll,
  },
]

const refusePasswords: Lie = ({ name, tag }, correct) =>
  name === 'LOGIN' || name === 'AUTHENTICATE' ? `${tag} NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)\r\n` : correct

function clock(name: string, run: (skew: (ms: number) => void, scene: Scene) => Promise<void>): Cause {
  return {
    name,
    kind: 'clock',
    never: ['copies'],
    async run(scene) {
      const [host] = scene.world.hosts
      const before = await countTakeovers(scene)
      await run(skewMs => host.tell({ skewMs }), scene)
      const moved = (await countTakeovers(scene)) - before
      host.tell({ skewMs: 0 })
      return moved > mostMoved ? [`mailboxes changed hands ${moved} times although every host was alive`] : []
    },
  }
}

/** When hosts come, a few may still move. */
const mostMoved = 2

/** How often mailboxes have been taken by another host; a host that dies is none here. */
async function countTakeovers({ world }: Scene): Promise<number> {
  const [row] = await world.cluster.ask<{ moved: number }>('select sum(lease_token)::int as moved from mailboxes')
  return row?.moved ?? 0
}

function names(name: string, lookUpMs: number | null): Cause {
  return {
    name,
    kind: 'names',
    never: ['copies', 'unknown'],
    async run({ world, hold, inSilence, countLate }) {
      // Connections that are open need no name.
      await inSilence(() => {
        for (const { links } of world.hosts) links.meta.reset()
        world.imap.dropAll()
        for (const host of world.hosts) host.tell({ lookUpMs })
      })
      await hold(20)
      const late = await countLate(12)
      for (const host of world.hosts) host.tell({ lookUpMs: 0 })
      return late > 0 ? [`${late} mails waited for a name that was known`] : []
    },
  }
}

const mailsInEach = 5
/** As many as a small machine forwards: each of them leaves by itself. */
const quietMsPerMail = 150
const connectedAtOnce = 8

/** More accounts than usual lose their connections together, and have mail of a day when the network is back. */
async function reconnectAll({ world, traffic, mailboxes, hold }: Scene): Promise<void> {
  const accounts = Array.from({ length: mailboxes }, (_, n) => ({ user: `many${n}`, person: world.people[n % world.people.length] }))
  const [host] = world.hosts
  const before = world.imap.connections()
  const adding = accounts.values()
  const addNext = async () => {
    for (const { user, person } of adding)
      if (person) await connectMailbox({ base: host.base, mailHost: 'mail.faults.test', mailPort: world.mailLink.port }, person.token, user)
  }
  await Promise.all(Array.from({ length: connectedAtOnce }, addNext))
  // What is there before an account is first read is nobody's business.
  await untilConnected(world, before + mailboxes)
  await hold(3)
  world.mailLink.turn({ kind: 'refuse' })
  world.mailLink.reset()
  await pause(1000)
  for (const { user, person } of accounts) for (let i = 0; person && i < mailsInEach; i++) traffic.toAccount(person, user)
  await hold(5)
  world.mailLink.turn({ kind: 'clear' })
}

async function untilConnected({ imap }: Scene['world'], count: number): Promise<void> {
  for (const began = performance.now(); imap.connections() < count; await pause(100))
    if (performance.now() - began > connectMs + count * connectMsEach)
      throw new Error(`Only ${imap.connections()} of ${count} mailboxes were connected.`)
}

const connectMs = 120_000
/** A provider lets a host begin twenty connections a second. */
const connectMsEach = 100
