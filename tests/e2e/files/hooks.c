/*
 * What other extensions do in hooks: set a setting while one query is planned, as pg_hint_plan does for the hint
 * Set(name value).
 */
#include "postgres.h"

#include "fmgr.h"
#include "optimizer/planner.h"
#include "utils/guc.h"

PG_MODULE_MAGIC;

void		_PG_init(void);

static planner_hook_type previous_planner = NULL;

static int
set_by_hint(const char *text)
{
	const char *hint = strstr(text, "/*+");
	char		name[64];
	char		value[16];
	int			level;

	if (hint == NULL || sscanf(hint, "/*+ Set(%63s %15[a-z])", name, value) != 2)
		return 0;
	level = NewGUCNestLevel();
	set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	return level;
}

static PlannedStmt *
plan_with_hint(Query *query, const char *text, int options, ParamListInfo parameters
#if PG_VERSION_NUM >= 190000
			   ,ExplainState *explain
#define EXPLAIN_STATE , explain
#else
#define EXPLAIN_STATE
#endif
)
{
	int			level = set_by_hint(text);
	planner_hook_type planner_or_next = previous_planner ? previous_planner : standard_planner;
	PlannedStmt *plan = planner_or_next(query, text, options, parameters EXPLAIN_STATE);

	if (level > 0)
		AtEOXact_GUC(true, level);
	return plan;
}

void
_PG_init(void)
{
	previous_planner = planner_hook;
	planner_hook = plan_with_hint;
}
