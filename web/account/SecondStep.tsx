// The second step of signing in: checks one of the person's second factors.
import type { Factor, User } from '@supabase/supabase-js'
import { Suspense, useState } from 'react'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { SelectInput } from '../ui/forms/TextInput.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { lazyPart } from '../words/lazy-part.tsx'
import { useWords } from '../words/words.tsx'
import { type FactorKind, factorKinds, isFactorKind } from './factors/kinds.ts'

const recovery = lazyPart(['recovery'], async () => (await import('./recovery/RecoveryStep.tsx')).RecoveryStep)

type VerifiedFactor = Factor & { kind: FactorKind }

export const verifiedFactors = (user: User | null): VerifiedFactor[] =>
  (user?.factors ?? []).flatMap(factor =>
    factor.status === 'verified' && isFactorKind(factor.factor_type) ? [{ ...factor, kind: factor.factor_type }] : [],
  )

/** The surrounding screen continues on its own once the verified factor has raised the session's level. */
export function SecondStep() {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  const [isLost, setLost] = useState(false)
  return (
    <>
      <PageHeader key="second" title={t('second.title')} />
      {isLost ? (
        <Suspense>
          <recovery.View />
        </Suspense>
      ) : (
        <FactorChoice factors={verifiedFactors(user)} />
      )}
      <p className="flex flex-wrap gap-x-4">
        <Button look="bare" onClick={() => setLost(!isLost)}>
          {t(isLost ? 'second.factorInstead' : 'second.recovery')}
        </Button>
        <Button look="bare" onClick={() => void signOut()}>
          {t('second.other')}
        </Button>
      </p>
    </>
  )
}

/** One of the factors, and a choice where there are several. */
export function FactorChoice({ factors }: { factors: readonly VerifiedFactor[] }) {
  const t = useWords('account')
  const [chosenId, setChosenId] = useState('')
  const factor = factors.find(candidate => candidate.id === chosenId) ?? factors[0]
  if (!factor) return null
  return (
    <>
      <p className="text-ink-2">{t(`second.${factor.kind}`)}</p>
      {factors.length > 1 && (
        <Field label={t('second.factor')}>
          <SelectInput value={factor.id} onChange={event => setChosenId(event.target.value)}>
            {factors.map(candidate => (
              <option key={candidate.id} value={candidate.id}>
                {t('second.named', { name: candidate.friendly_name || t('factor.unnamed'), kind: t(`kind.${candidate.kind}`) })}
              </option>
            ))}
          </SelectInput>
        </Field>
      )}
      <FactorStep key={factor.id} factor={factor} />
    </>
  )
}

function FactorStep({ factor }: { factor: VerifiedFactor }) {
  const { Step } = factorKinds[factor.kind]
  return <Step factor={factor} />
}
