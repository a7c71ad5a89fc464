// The operator of this server as configured, fetched once.
import { useEffect, useState } from 'react'
import type { Operator } from '../../../../core/api/contact.ts'

let loading: Promise<Operator> | undefined

/** Undefined until loaded. */
export function useOperator(): Operator | undefined {
  const [operator, setOperator] = useState<Operator>()
  useEffect(() => {
    let isUnmounted = false
    loading ??= import('./contact-calls.ts').then(({ fetchOperator }) => fetchOperator())
    loading.then(
      loaded => isUnmounted || setOperator(loaded),
      () => {
        loading = undefined
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return operator
}
