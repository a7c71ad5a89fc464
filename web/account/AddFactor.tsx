// Adds another second factor: a choice of the available kinds, then the setup of the chosen one.
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { useConfig } from '../auth/useConfig.ts'
import { Button } from '../ui/Button.tsx'
import { useWords } from '../words/words.tsx'
import { type FactorKind, factorKinds, isFactorKind } from './factors/kinds.ts'

export function AddFactor({ factors, onAdded }: { factors: readonly Factor[]; onAdded(): void }) {
  const t = useWords('account')
  const offered = useConfig()?.secondFactors.filter(isFactorKind) ?? []
  const [kind, setKind] = useState<FactorKind | null>(null)
  if (!kind) return <ChooseKind offered={offered} onChoose={setKind} />
  const { Add } = factorKinds[kind]
  const close = () => setKind(null)
  const added = () => {
    close()
    onAdded()
  }
  return (
    <section className="grid gap-4">
      <h2>{t(`kind.${kind}`)}</h2>
      <Add isFirst={!factors.some(factor => factor.factor_type === kind)} onDone={added} />
      <Button look="bare" onClick={close}>
        {t('factor.cancel')}
      </Button>
    </section>
  )
}

function ChooseKind({ offered, onChoose }: { offered: readonly FactorKind[]; onChoose(kind: FactorKind): void }) {
  const t = useWords('account')
  return (
    <section className="grid gap-4">
      <h2>{t('factor.add')}</h2>
      <ul className="card card-flush">
        {offered.map(kind => (
          <li key={kind} className="flex items-center justify-between gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
            <span className="min-w-0">
              <b className="block">{t(`kind.${kind}`)}</b>
              <span className="block text-sm text-ink-2">{t(`kind.${kind}.text`)}</span>
            </span>
            <Button look="quiet" small onClick={() => onChoose(kind)} aria-label={t('factor.setUpNamed', { name: t(`kind.${kind}`) })}>
              {t('factor.setUp')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
