// Which check of the sender a condition asks, and what it said.
import type { AuthTest } from '../../../../core/filters/tree.ts'
import { Pick } from '../../../ui/Pick.tsx'
import { useWords } from '../../../words.tsx'

const checks = ['any', 'spf', 'dkim', 'dmarc'] as const
const verdicts = ['pass', 'fail', 'none'] as const

export function AuthOperands({ test, onChange }: { test: AuthTest; onChange(test: AuthTest): void }) {
  const t = useWords('builder')
  return (
    <>
      <Pick
        label={t('auth.check')}
        value={test.check}
        options={checks.map(value => ({ value, word: t(`auth.check.${value}`) }))}
        onChange={check => onChange({ ...test, check })}
      />
      <Pick
        label={t('auth.verdict')}
        value={test.verdict}
        options={verdicts.map(value => ({ value, word: t(`auth.verdict.${value}`) }))}
        onChange={verdict => onChange({ ...test, verdict })}
      />
    </>
  )
}
