/** Branches that others build upon. */
export const MAIN_BRANCH =
  /^(?:refs\/heads\/)?(?:main|master|trunk|mainline|default|develop|development|dev|production|prod|release|stable|staging|live|HEAD)$/;
