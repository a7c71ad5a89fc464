// Meta is down or ill: every call fails in one way, for minutes.
import { z } from 'zod/mini'
import { ask } from '../../api.ts'
import type { LinkWeather } from '../hosts/link.ts'
import type { OutageWorld } from '../hosts/world.ts'
import type { Cause, Scene } from './cause.ts'

const answers = {
  131000: { kind: 'error', code: 131_000, httpStatus: 500 },
  131016: { kind: 'error', code: 131_016, httpStatus: 503 },
  502: { kind: 'html', status: 502 },
  hangs: { kind: 'hang' },
}

/** Nothing can have arrived, so no outcome may be unknown. */
const weathers: Record<string, LinkWeather> = {
  'no-tls': { kind: 'hang_up' },
  resets: { kind: 'refuse' },
  silent: { kind: 'hole' },
}

export const metaCauses: Cause[] = [1, 10, 60].flatMap(minutes => [
  ...Object.entries(answers).map(([name, action]) =>
    outage(
      `meta-${name}`,
      minutes,
      // With a type, so that reading our number fails as well.
      world => Promise.all([{}, { type: 'number' }].map(match => addFault(world, match, action))),
      world => ask(world.sandbox, 'DELETE', '/_sim/faults'),
    ),
  ),
  // Only sending fails; our number can be read all the time.
  outage(
    'meta-502-for-messages',
    minutes,
    world => addFault(world, {}, answers[502]),
    world => ask(world.sandbox, 'DELETE', '/_sim/faults'),
  ),
  ...Object.entries(weathers).map(([name, weather]) =>
    outage(
      `meta-${name}`,
      minutes,
      async (world, scene) => scene.inSilence(() => turnMeta(world, weather)),
      async world => turnMeta(world, { kind: 'clear' }),
      ['unknown'],
    ),
  ),
])

function outage(
  name: string,
  minutes: number,
  begin: (world: OutageWorld, scene: Scene) => Promise<unknown>,
  end: (world: OutageWorld) => Promise<unknown>,
  never: Cause['never'] = [],
): Cause {
  return {
    name: `${name}-${minutes}m`,
    kind: 'meta',
    minutes,
    never,
    async run(scene) {
      await begin(scene.world, scene)
      await scene.passMinutes(minutes)
      const calls = await countCalls(scene.world)
      await end(scene.world)
      const most = maxCalls(minutes)
      return calls > most ? [`Meta was called ${calls} times while it was in trouble, more than ${most} times`] : []
    },
  }
}

/** Before the first pause all that is under way fails; then come single probes, each with a question before it. */
const maxCalls = (minutes: number): number => 40 + 4 * minutes

const Faults = z.object({ faults: z.array(z.object({ met: z.number() })) })

/** That met one of our faults. */
async function countCalls({ sandbox }: OutageWorld): Promise<number> {
  const { faults } = Faults.parse(await ask(sandbox, 'GET', '/_sim/faults'))
  return faults.reduce((sum, { met }) => sum + met, 0)
}

const addFault = (world: OutageWorld, match: object, action: object) =>
  ask(world.sandbox, 'POST', '/_sim/faults', { body: { match, percent: 100, times: null, action } })

function turnMeta({ hosts }: OutageWorld, weather: LinkWeather): void {
  for (const { links } of hosts) {
    links.meta.turn(weather)
    // Connections that were open before are over, too.
    if (weather.kind !== 'clear') links.meta.reset()
  }
}
