// Lists what checks found: the title, a sentence, what to do about it, and the state in words.
import type { AdminFinding } from '../../../core/api/admin/finding.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useNow } from '../../now.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { useAgo } from '../../ui/text/Ago.tsx'
import { useWords } from '../../words/words.tsx'

const kinds: Record<AdminFinding['state'], StateKind> = { ok: 'ok', note: 'warn', failing: 'bad', skipped: 'off' }

export function Findings({ findings, label }: { findings: readonly AdminFinding[]; label: string }) {
  const now = useNow(10_000)
  return (
    <ul aria-label={label}>
      {findings.map(finding => (
        <FindingRow key={finding.id} finding={finding} now={now} />
      ))}
    </ul>
  )
}

function FindingRow({ finding: { check, state, found, fix, link, since }, now }: { finding: AdminFinding; now: Date }) {
  const t = useWords('adminui')
  const ago = useAgo()
  const needsAttention = state === 'failing' || state === 'note'
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 border-t border-line px-(--pad) py-3 md:grid-cols-[11rem_1fr_auto]">
      <b className="font-strong">{check}</b>
      <div className="min-w-0 text-sm wrap-anywhere max-md:order-last max-md:col-span-2">
        <p className={needsAttention ? 'text-ink' : 'text-ink-2'}>
          {found}
          {since && needsAttention && <span className="text-ink-2"> ({t('finding.since', { when: ago(since, now) })})</span>}
        </p>
        {fix && <p className="text-ink-2">{fix}</p>}
        {link && needsAttention && (
          <Link to={link}>
            {t('finding.more')}
            <span className="sr-only">{` – ${check}`}</span>
          </Link>
        )}
      </div>
      <StateLabel kind={kinds[state]} label={t(`state.${state}`)} />
    </li>
  )
}

const order: AdminFinding['state'][] = ['failing', 'note', 'ok', 'skipped']

/** Failing checks come first; checks with the same state keep their order. */
export const sortFindings = (findings: readonly AdminFinding[]): AdminFinding[] =>
  findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
