// The second step of signing in: one of the person's second factors is shown.
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { useAuth } from '../session.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SelectInput } from '../ui/TextInput.tsx'
import { useWords } from '../words.tsx'
import { isKind, type Kind, kinds } from './factors/kinds.ts'

/** The screen around it goes on by itself: the session is raised when the proof is right. */
export function SecondStep() {
  const t = useWords('account')
  const { user, signOut } = useAuth()
  const factors = (user?.factors ?? []).flatMap(factor =>
    factor.status === 'verified' && isKind(factor.factor_type) ? [{ ...factor, kind: factor.factor_type }] : [],
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

function StepWith({ factor }: { factor: Factor & { kind: Kind } }) {
  const { Step } = kinds[factor.kind]
  return <Step factor={factor} />
}
