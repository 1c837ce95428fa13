/*
 * How an engine such as Citus calls the functions of an aggregate: by their OIDs, each time with a fresh
 * FmgrInfo, which remembers nothing and knows no expression.
 */
#include "postgres.h"

#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(engine_call);
PG_FUNCTION_INFO_V1(engine_sent);

static bool
same(Oid type, Datum a, Datum b)
{
	int16		length;
	bool		by_value;

	get_typlenbyval(type, &length, &by_value);
	return datum_image_eq(a, b, by_value, length);
}

static Datum
copied(Oid type, Datum value)
{
	int16		length;
	bool		by_value;

	get_typlenbyval(type, &length, &by_value);
	return datumCopy(value, by_value, length);
}

/*
 * engine_call(function oid, collated boolean, result anyelement, VARIADIC "any") RETURNS anyelement
 *
 * The arguments must be of exactly the declared types, and are what they were afterwards; the result may
 * not rest on anything that the call allocated. What came out of a row has no collation.
 */
Datum
engine_call(PG_FUNCTION_ARGS)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	Oid			oid = PG_GETARG_OID(0);
	NullableDatum *arguments = &fcinfo->args[3];
	NullableDatum before[FUNC_MAX_ARGS];
	MemoryContext outer = CurrentMemoryContext;
	MemoryContext context = AllocSetContextCreate(outer, "engine_call", ALLOCSET_DEFAULT_SIZES);
	FmgrInfo	function;
	Oid		   *types;
	int			n;
	Oid			result_type = get_func_signature(oid, &types, &n);
	bool		is_null = false;
	Datum		result = 0;

	if (n != PG_NARGS() - 3 || result_type != get_fn_expr_argtype(fcinfo->flinfo, 2))
		elog(ERROR, "%s has another signature", get_func_name(oid));
	for (int i = 0; i < n; i++)
	{
		if (types[i] != get_fn_expr_argtype(fcinfo->flinfo, i + 3))
			elog(ERROR, "%s: argument %d is of another type", get_func_name(oid), i + 1);
		before[i].isnull = arguments[i].isnull;
		before[i].value = arguments[i].isnull ? 0 : copied(types[i], arguments[i].value);
		inner->args[i] = arguments[i];
		is_null |= arguments[i].isnull;
	}

	MemoryContextSwitchTo(context);
	fmgr_info(oid, &function);
	if (!function.fn_strict || !is_null)
	{
		InitFunctionCallInfoData(*inner, &function, n, PG_GETARG_BOOL(1) ? PG_GET_COLLATION() : InvalidOid,
								 NULL, NULL);
		result = FunctionCallInvoke(inner);
		is_null = inner->isnull;
	}
	MemoryContextSwitchTo(outer);

	if (!is_null)
		result = copied(result_type, result);
	MemoryContextDelete(context);
	for (int i = 0; i < n; i++)
		if (!before[i].isnull && !same(types[i], before[i].value, arguments[i].value))
			elog(ERROR, "%s changed its argument %d", get_func_name(oid), i + 1);
	if (is_null)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(result);
}

/*
 * engine_sent(value anyelement) RETURNS anyelement: as it comes out of send and receive.
 */
Datum
engine_sent(PG_FUNCTION_ARGS)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid			send;
	Oid			receive;
	Oid			parameter;
	bool		is_varlena;
	bytea	   *sent;
	StringInfoData message;

	getTypeBinaryOutputInfo(type, &send, &is_varlena);
	getTypeBinaryInputInfo(type, &receive, &parameter);
	sent = OidSendFunctionCall(send, PG_GETARG_DATUM(0));
	initStringInfo(&message);
	appendBinaryStringInfo(&message, VARDATA(sent), VARSIZE(sent) - VARHDRSZ);
	PG_RETURN_DATUM(OidReceiveFunctionCall(receive, &message, parameter, -1));
}
