// The lists of the console that are timed, each with the filters and searches that its page offers.

export interface ListRequest {
  kind: 'first' | 'filter' | 'search'
  /** Without its question mark. */
  query: string
}

export interface ConsoleList {
  path: string
  /** It answers with a cursor of its next page. */
  isPaged: boolean
  requests: ListRequest[]
}

const first: ListRequest = { kind: 'first', query: '' }
const filters = (...queries: string[]): ListRequest[] => queries.map(query => ({ kind: 'filter', query }))
const searches = (...queries: string[]): ListRequest[] => queries.map(query => ({ kind: 'search', query }))

export const consoleLists: ConsoleList[] = [
  {
    path: '/api/admin/users',
    isPaged: true,
    requests: [first, ...filters('state=suspended'), ...searches('q=user77', 'q=ada')],
  },
]
