/*
 * What other extensions do in hooks: set a setting while one query is planned, as pg_hint_plan does for the hint
 * Set(name value), and note the tables whose rights are checked, as pgaudit does.
 */
#include "postgres.h"

#include "executor/executor.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "optimizer/planner.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(checked_tables);
void		_PG_init(void);

static planner_hook_type previous_planner = NULL;
static ExecutorCheckPerms_hook_type previous_check = NULL;
static StringInfoData checked;

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

static void
note(Oid table)
{
	appendStringInfo(&checked, "%s ", get_rel_name(table));
}

#if PG_VERSION_NUM >= 160000
static bool
note_checked(List *tables, List *permissions, bool raise)
{
	ListCell   *cell;

	foreach(cell, permissions)
		note(lfirst_node(RTEPermissionInfo, cell)->relid);
	return previous_check == NULL || previous_check(tables, permissions, raise);
}
#else
static bool
note_checked(List *tables, bool raise)
{
	ListCell   *cell;

	foreach(cell, tables)
	{
		RangeTblEntry *table = lfirst_node(RangeTblEntry, cell);

		if (table->rtekind == RTE_RELATION && table->requiredPerms != 0)
			note(table->relid);
	}
	return previous_check == NULL || previous_check(tables, raise);
}
#endif

/* checked_tables() RETURNS text: the names since the last call. */
Datum
checked_tables(PG_FUNCTION_ARGS)
{
	text	   *names = cstring_to_text(checked.data);

	resetStringInfo(&checked);
	PG_RETURN_TEXT_P(names);
}

void
_PG_init(void)
{
	MemoryContext before = MemoryContextSwitchTo(TopMemoryContext);

	initStringInfo(&checked);
	MemoryContextSwitchTo(before);
	previous_planner = planner_hook;
	planner_hook = plan_with_hint;
	previous_check = ExecutorCheckPerms_hook;
	ExecutorCheckPerms_hook = note_checked;
}
