// The parts of the server: each with its state in a word, and what was found.
import type { PartHealth } from '../../core/api/health.ts'
import { Card, CardHead } from '../ui/Card.tsx'
import { type StateKind, StateLabel } from '../ui/StateLabel.tsx'
import { useWords } from '../words.tsx'

const kinds: Record<PartHealth['state'], StateKind> = { ok: 'ok', note: 'warn', failing: 'bad', off: 'off' }

export function PartList({ parts }: { parts: readonly PartHealth[] }) {
  const t = useWords('admin')
  const isFailing = parts.some(({ state }) => state === 'failing')
  return (
    <Card flush look={isFailing ? 'needs' : 'rest'}>
      <CardHead title={t('parts')}>{t('parts.text')}</CardHead>
      <ul>
        {parts.map(({ part, state, found }) => (
          <li
            key={part}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 border-t border-line px-(--pad) py-3 md:grid-cols-[10rem_1fr_auto]"
          >
            <b className="font-strong">{t(`part.${part}`)}</b>
            <span className="min-w-0 text-sm wrap-anywhere text-ink-2 max-md:order-last max-md:col-span-2">{found}</span>
            <StateLabel kind={kinds[state]} word={t(`state.${state}`)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
