// Validates the regular expressions of a condition; the parser is loaded with the first one.
import { useEffect, useState } from 'react'
import type { Test } from '../../../../core/filters/tree.ts'

/** The first regexp of the test that cannot be used, or null. */
export function useWrongPattern(test: Test): string | null {
  const patterns = test.field !== 'exact' && test.operator === 'regexp' ? test.values : none
  const wrong = useWrongPatterns(patterns)
  return wrong[0] ?? null
}

/** The invalid ones among the patterns checked so far. */
export function useWrongPatterns(patterns: readonly string[]): string[] {
  const [wrong, setWrong] = useState<readonly string[]>([])
  useEffect(() => {
    if (patterns.length === 0) return undefined
    let isCurrent = true
    void import('../../../../core/filters/pattern.ts').then(({ patternProblem }) => {
      if (isCurrent) setWrong(patterns.filter(pattern => patternProblem(pattern) !== null))
    })
    return () => {
      isCurrent = false
    }
  }, [patterns])
  return wrong.filter(pattern => patterns.includes(pattern))
}

const none: readonly string[] = []
