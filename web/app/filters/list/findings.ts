// What is wrong with the person's filters, as the server finds it.
import { useQuery } from '@tanstack/react-query'
import { lintFilters } from '../../../../core/api/filter-trials.ts'
import { useCall } from '../../../session.tsx'

/** Asked anew whenever the filters have changed. */
export function useFindings() {
  const call = useCall()
  return useQuery({
    queryKey: ['filters', 'findings'],
    queryFn: ({ signal }) => call(lintFilters, 'GET', '/api/filters/lint', { signal }),
    retry: false,
  })
}
