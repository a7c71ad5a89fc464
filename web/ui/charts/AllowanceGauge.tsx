// A gauge of how much of the month's allowance is used, also stated in words.
import { useLanguage, useWords } from '../../words/words.tsx'

/** `allowance` is null if usage is unlimited. */
export function AllowanceGauge({ used, allowance }: { used: number; allowance: number | null }) {
  const t = useWords('shell')
  const language = useLanguage()
  const count = used.toLocaleString(language)
  if (allowance === null)
    return (
      <p className="flex items-baseline justify-between gap-3 text-sm whitespace-nowrap">
        <span>{t('allowance.month')}</span>
        <b className="tabular-nums">{t('allowance.forwarded', { n: used })}</b>
      </p>
    )
  const label = used >= allowance ? t('allowance.usedUp') : used >= allowance * 0.8 ? t('allowance.nearly') : t('allowance.month')
  return (
    <div className="grid gap-1.5 text-sm whitespace-nowrap">
      <div className="flex items-baseline justify-between gap-3">
        <span>{label}</span>
        <b className="tabular-nums">{t('allowance.of', { used: count, allowance: allowance.toLocaleString(language) })}</b>
      </div>
      <div
        className="draught"
        role="meter"
        aria-valuemin={0}
        aria-valuemax={allowance}
        aria-valuenow={Math.min(used, allowance)}
        aria-label={t('allowance.label')}
      >
        <i style={{ width: `${Math.min(100, (used / Math.max(1, allowance)) * 100)}%` }} />
      </div>
    </div>
  )
}
