// What a test of settings has found, with the fix of each problem.
import type { SettingFinding } from '../../../core/api/admin/settings.ts'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../words/words.tsx'

const kinds = { ok: 'ok', attention: 'warn', failing: 'bad', refused: 'bad' } as const

export function Findings({ findings }: { findings: SettingFinding[] }) {
  const t = useWords('adminsettings')
  if (findings.length === 0) return <p className="text-sm text-ink-2">{t('tested.none')}</p>
  return (
    <ul aria-label={t('tests')} aria-live="polite" className="grid gap-2 rounded-hull bg-sunk px-4 py-3">
      {findings.map(({ state, text }) => (
        <li key={text} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <StateLabel kind={kinds[state]} label={t(`finding.${state}`)} />
          <span className="min-w-0 flex-1 basis-64 wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}
