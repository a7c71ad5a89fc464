// Validates the regular expressions of a condition; the parser is loaded with the first one.
import { useEffect, useState } from 'react'
import type { Test } from '../../../../core/filters/tree.ts'

/** The first invalid regular expression of the condition, or null. */
export function useInvalidPattern(test: Test): string | null {
  const patterns = test.field !== 'exact' && test.operator === 'regexp' ? test.values : noPatterns
  const invalid = useInvalidPatterns(patterns)
  return invalid[0] ?? null
}

/** The invalid ones among the patterns checked so far. */
export function useInvalidPatterns(patterns: readonly string[]): string[] {
  const [invalid, setInvalid] = useState<readonly string[]>([])
  useEffect(() => {
    if (patterns.length === 0) return undefined
    let isCurrent = true
    void import('../../../../core/filters/pattern.ts').then(({ patternProblem }) => {
      if (isCurrent) setInvalid(patterns.filter(pattern => patternProblem(pattern) !== null))
    })
    return () => {
      isCurrent = false
    }
  }, [patterns])
  return invalid.filter(pattern => patterns.includes(pattern))
}

const noPatterns: readonly string[] = []
