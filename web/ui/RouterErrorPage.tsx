// The page in place of a screen that failed whole, as the router tells of it.
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { FailedPage } from './FailedPage.tsx'

export function RouterErrorPage() {
  const error = useRouteError()
  return <FailedPage error={error} said={isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : undefined} />
}
