/** How many runs a page of the execution logs may show; what a person chose is kept under this name in their browser. */
export const LOGS_PAGE_SIZES = ['10', '25', '50', '100'] as const
export const LOGS_PAGE_SIZE_KEY = 'svc:logs-page-size'

/** More steps than this are not sent with a run; its export has all of them. */
export const MOST_STEPS_SHOWN = 1000
