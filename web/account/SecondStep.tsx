// The second step of signing in: verifies one of the person's second factors.
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { useAuth } from '../session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { SelectInput } from '../ui/forms/TextInput.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { useWords } from '../words/words.tsx'
import { type FactorKind, isFactorKind, kinds } from './factors/kinds.ts'

/** The surrounding screen continues automatically once the verified factor has raised the session's level. */
export function SecondStep() {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  const factors = (user?.factors ?? []).flatMap(factor =>
    factor.status === 'verified' && isFactorKind(factor.factor_type) ? [{ ...factor, kind: factor.factor_type }] : [],
  )
  const [chosen, setChosen] = useState('')
  const factor = factors.find(one => one.id === chosen) ?? factors[0]
  return (
    <>
      <PageHeader key="second" title={t('second.title')}>
        {factor && t(`second.${factor.kind}`)}
      </PageHeader>
      {factors.length > 1 && (
        <Field label={t('second.factor')}>
          <SelectInput value={factor?.id} onChange={event => setChosen(event.target.value)}>
            {factors.map(one => (
              <option key={one.id} value={one.id}>
                {t('second.named', { name: one.friendly_name || t('factor.unnamed'), kind: t(`kind.${one.kind}`) })}
              </option>
            ))}
          </SelectInput>
        </Field>
      )}
      {factor && <StepWith key={factor.id} factor={factor} />}
      <p>
        <Button look="bare" onClick={() => void signOut()}>
          {t('second.other')}
        </Button>
      </p>
    </>
  )
}

function StepWith({ factor }: { factor: Factor & { kind: FactorKind } }) {
  const { Step } = kinds[factor.kind]
  return <Step factor={factor} />
}
