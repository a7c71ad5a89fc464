// The operator of this server as configured, fetched once.
import { useEffect, useState } from 'react'
import type { Operator } from '../../../../core/api/contact.ts'

let asked: Promise<Operator> | undefined

/** Undefined until it is known. */
export function useOperator(): Operator | undefined {
  const [operator, setOperator] = useState<Operator>()
  useEffect(() => {
    let isGone = false
    asked ??= import('./contact-calls.ts').then(({ askOperator }) => askOperator())
    asked.then(
      known => isGone || setOperator(known),
      () => {
        asked = undefined
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return operator
}
