// What surrounds the hosts goes wrong: clocks, names, and the mail servers of a provider.
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
  {
    name: 'provider-refuses-15m',
    kind: 'mail',
    minutes: 15,
    never: ['copies'],
    async run({ world, passMinutes }) {
      world.imap.lie(null, 'unavailable')
      world.imap.dropAll()
      await passMinutes(15)
      world.imap.lie(null, null)
    },
  },
  { name: 'everybody-reconnects', kind: 'mail', never: ['copies'], run: reconnectAll },
]

function clock(name: string, run: (skew: (ms: number) => void, scene: Scene) => Promise<void>): Cause {
  return {
    name,
    kind: 'clock',
    never: ['copies'],
    async run(scene) {
      const [host] = scene.world.hosts
      await run(skewMs => host.tell({ skewMs }), scene)
      host.tell({ skewMs: 0 })
    },
  }
}

function names(name: string, lookUpMs: number | null): Cause {
  return {
    name,
    kind: 'names',
    never: ['copies', 'unknown'],
    async run({ world, hold, inSilence }) {
      // Connections that are open need no name.
      await inSilence(() => {
        for (const { links } of world.hosts) links.meta.reset()
        world.imap.dropAll()
        for (const host of world.hosts) host.tell({ lookUpMs })
      })
      await hold(20)
      for (const host of world.hosts) host.tell({ lookUpMs: 0 })
    },
  }
}

const mailsInEach = 5

/** More accounts than usual lose their connections together, and have mail of a day when the network is back. */
async function reconnectAll({ world, traffic, mailboxes, hold }: Scene): Promise<void> {
  const accounts = Array.from({ length: mailboxes }, (_, n) => ({ user: `many${n}`, person: world.people[n % world.people.length] }))
  const [host] = world.hosts
  const before = world.imap.connections()
  for (const { user, person } of accounts)
    if (person) await connectMailbox({ base: host.base, mailHost: 'mail.faults.test', mailPort: world.mailLink.port }, person.token, user)
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
  for (let i = 0; i < 1200 && imap.connections() < count; i++) await pause(100)
}
