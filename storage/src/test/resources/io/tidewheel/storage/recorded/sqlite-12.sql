-- migration V1__first
-- migration V2__growing_runs
-- migration V3__machines
-- migration V4__machine_uses
-- migration V5__run_courses
-- migration V6__run_notes
-- migration V7__lane_kind
-- migration V8__work_times
-- migration V9__run_budget
-- migration V10__session_identity
-- migration V11__custom_amounts
-- migration V12__submission
DELETE FROM attempt;
DELETE FROM audit;
DELETE FROM chain;
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483648, 1, 1772366400611000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483649, 1, 1772366400611000, X'7031', X'0101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483650, 1, 1772366400611000, X'7032', X'0201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483651, 1, 1772366400611000, X'', X'0301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483652, 1, 1772366400611000, X'7034', X'0401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483653, 0, 1772366400611000, X'7035', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483654, 0, 1772366400611000, X'', X'0601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483655, 0, 1772366400611000, X'7037', X'0701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483656, 0, 1772366400611000, X'7038', X'0801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483657, 0, 1772366400611000, X'', X'0901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483658, 0, 1772366400611000, X'703130', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483659, 0, 1772366400611000, X'703131', X'0B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483660, 0, 1772366400611000, X'', X'0C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483661, 0, 1772366400611000, X'703133', X'0D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483662, 0, 1772366400611000, X'703134', X'0E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483663, 0, 1772366400611000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483664, 2, 1772366400611000, X'703136', X'1001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483665, 2, 1772366400611000, X'703137', X'1101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483666, 2, 1772366400611000, X'', X'1201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483667, 2, 1772366400611000, X'703139', X'1301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483668, 2, 1772366400611000, X'703230', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483669, 2, 1772366400611000, X'', X'1501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483670, 2, 1772366400611000, X'703232', X'1601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483671, 2, 1772366400611000, X'703233', X'1701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483672, 1, 1772366400611000, X'', X'1801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483673, 1, 1772366400611000, X'703235', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483674, 1, 1772366400611000, X'703236', X'1A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483675, 1, 1772366400611000, X'', X'1B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483676, 1, 1772366400611000, X'703238', X'1C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483677, 0, 1772366400611000, X'703239', X'1D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483678, 0, 1772366400611000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483679, 1, 1772366400611000, X'703331', X'1F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483680, 1, 1772366400611000, X'703332', X'2001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483681, 1, 1772366400611000, X'', X'2101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483682, 1, 1772366400611000, X'703334', X'2201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483683, 1, 1772366400611000, X'703335', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483684, 2, 1772366400611000, X'', X'2401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483685, 2, 1772366400611000, X'703337', X'2501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483686, 2, 1772366400611000, X'703338', X'2601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483687, 2, 1772366400611000, X'', X'2701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483688, 2, 1772366400611000, X'703430', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483689, 2, 1772366400611000, X'703431', X'2901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483690, 2, 1772366400611000, X'', X'2A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483691, 2, 1772366400611000, X'703433', X'2B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483692, 2, 1772366400611000, X'703434', X'2C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483693, 2, 1772366401166000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483694, 2, 1772366401166000, X'703436', X'2E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483695, 0, 1772366401166000, X'703437', X'2F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483696, 0, 1772366401166000, X'', X'3001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483697, 0, 1772366401166000, X'703439', X'3101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483698, 0, 1772366401166000, X'703530', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483699, 0, 1772366401166000, X'', X'3301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483700, 0, 1772366401166000, X'703532', X'3401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483701, 0, 1772366401166000, X'703533', X'3501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483702, 0, 1772366401166000, X'', X'3601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483703, 0, 1772366401166000, X'703535', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483704, 0, 1772366401166000, X'703536', X'3801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483705, 0, 1772366401166000, X'', X'3901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483706, 0, 1772366401166000, X'703538', X'3A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483707, 0, 1772366401166000, X'703539', X'3B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483708, 0, 1772366401166000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483709, 0, 1772366401166000, X'703631', X'3D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483710, 0, 1772366401166000, X'703632', X'3E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483711, 1, 1772366402835000, X'', X'3F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483712, 1, 1772366402835000, X'703634', X'4001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483713, 1, 1772366402835000, X'703635', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483714, 1, 1772366402835000, X'', X'4201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483715, 1, 1772366402835000, X'703637', X'4301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483716, 1, 1772366402835000, X'703638', X'4401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483717, 1, 1772366402835000, X'', X'4501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483718, 1, 1772366402835000, X'703730', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483719, 1, 1772366402835000, X'703731', X'4701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483720, 1, 1772366402835000, X'', X'4801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483721, 1, 1772366402835000, X'703733', X'4901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483722, 0, 1772366402835000, X'703734', X'4A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483723, 0, 1772366402835000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483724, 0, 1772366402835000, X'703736', X'4C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483725, 0, 1772366402835000, X'703737', X'4D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483726, 0, 1772366402835000, X'', X'4E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483727, 0, 1772366402835000, X'703739', X'4F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483728, 0, 1772366402835000, X'703830', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483729, 0, 1772366402835000, X'', X'5101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483730, 0, 1772366402835000, X'703832', X'5201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483731, 0, 1772366402835000, X'703833', X'5301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483732, 2, 1772366402835000, X'', X'5401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483733, 0, 1772366405482000, X'703835', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483734, 0, 1772366405482000, X'703836', X'5601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483735, 0, 1772366405482000, X'', X'5701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483736, 1, 1772366405482000, X'703838', X'5801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483737, 1, 1772366415725000, X'703839', X'5901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483738, 2, 1772366415725000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483739, 2, 1772366415725000, X'703931', X'5B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483740, 2, 1772366415725000, X'703932', X'5C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483741, 2, 1772366415725000, X'', X'5D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483742, 0, 1772366426719000, X'703934', X'5E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483743, 0, 1772366426719000, X'703935', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483744, 0, 1772366426719000, X'', X'6001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483745, 0, 1772366426719000, X'703937', X'6101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483746, 2, 1772366428207000, X'703938', X'6201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483747, 2, 1772366428207000, X'', X'6301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483748, 2, 1772366428207000, X'70313030', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483749, 2, 1772366428207000, X'70313031', X'6501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483750, 2, 1772366428207000, X'', X'6601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483751, 2, 1772366428207000, X'70313033', X'6701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483752, 2, 1772366428207000, X'70313034', X'6801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483753, 0, 1772366428207000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483754, 0, 1772366428207000, X'70313036', X'6A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483755, 0, 1772366428207000, X'70313037', X'6B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483756, 0, 1772366428207000, X'', X'6C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483757, 0, 1772366428207000, X'70313039', X'6D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483758, 0, 1772366428207000, X'70313130', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483759, 0, 1772366428207000, X'', X'6F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483760, 0, 1772366428207000, X'70313132', X'7001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483761, 0, 1772366433433000, X'70313133', X'7101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483762, 0, 1772366433433000, X'', X'7201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483763, 2, 1772366433433000, X'70313135', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483764, 2, 1772366433433000, X'70313136', X'7401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483765, 2, 1772366433433000, X'', X'7501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483766, 2, 1772366433433000, X'70313138', X'7601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483767, 2, 1772366433433000, X'70313139', X'7701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483768, 2, 1772366433433000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483769, 2, 1772366433433000, X'70313231', X'7901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483770, 2, 1772366433433000, X'70313232', X'7A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483771, 2, 1772366433433000, X'', X'7B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483772, 2, 1772366433433000, X'70313234', X'7C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483773, 2, 1772366433433000, X'70313235', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483774, 1, 1772366440335000, X'', X'7E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483775, 1, 1772366440335000, X'70313237', X'7F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483776, 1, 1772366440335000, X'70313238', X'8001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483777, 1, 1772366440335000, X'', X'8101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (2147483778, 1, 1772366440335000, X'70313330', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967296, 0, 1772366402835000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967297, 2, 1772366402835000, X'7031', X'0101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967298, 2, 1772366402835000, X'7032', X'0201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967299, 2, 1772366402835000, X'', X'0301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967300, 2, 1772366402835000, X'7034', X'0401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967301, 2, 1772366402835000, X'7035', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967302, 2, 1772366402835000, X'', X'0601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967303, 2, 1772366402835000, X'7037', X'0701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967304, 2, 1772366402835000, X'7038', X'0801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967305, 2, 1772366402835000, X'', X'0901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967306, 2, 1772366402835000, X'703130', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967307, 2, 1772366402835000, X'703131', X'0B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967308, 2, 1772366402835000, X'', X'0C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967309, 2, 1772366402835000, X'703133', X'0D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967310, 2, 1772366402835000, X'703134', X'0E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967311, 2, 1772366402835000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967312, 2, 1772366402835000, X'703136', X'1001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967313, 2, 1772366402835000, X'703137', X'1101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967314, 2, 1772366402835000, X'', X'1201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967315, 2, 1772366402835000, X'703139', X'1301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967316, 2, 1772366402835000, X'703230', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967317, 2, 1772366402835000, X'', X'1501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967318, 2, 1772366402835000, X'703232', X'1601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967319, 2, 1772366402835000, X'703233', X'1701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967320, 2, 1772366402835000, X'', X'1801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967321, 2, 1772366402835000, X'703235', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967322, 2, 1772366402835000, X'703236', X'1A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967323, 2, 1772366402835000, X'', X'1B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967324, 2, 1772366402835000, X'703238', X'1C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967325, 2, 1772366402835000, X'703239', X'1D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967326, 1, 1772366405482000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967327, 1, 1772366405482000, X'703331', X'1F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967328, 1, 1772366405482000, X'703332', X'2001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967329, 1, 1772366405482000, X'', X'2101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967330, 1, 1772366405482000, X'703334', X'2201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967331, 1, 1772366405482000, X'703335', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967332, 1, 1772366405482000, X'', X'2401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967333, 1, 1772366411167000, X'703337', X'2501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967334, 1, 1772366411167000, X'703338', X'2601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967335, 1, 1772366411167000, X'', X'2701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967336, 1, 1772366411167000, X'703430', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967337, 1, 1772366411167000, X'703431', X'2901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967338, 1, 1772366411167000, X'', X'2A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967339, 1, 1772366411167000, X'703433', X'2B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967340, 1, 1772366411167000, X'703434', X'2C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967341, 1, 1772366411167000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967342, 1, 1772366411167000, X'703436', X'2E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967343, 1, 1772366411167000, X'703437', X'2F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967344, 0, 1772366415725000, X'', X'3001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967345, 0, 1772366415725000, X'703439', X'3101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967346, 0, 1772366415725000, X'703530', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967347, 0, 1772366415725000, X'', X'3301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967348, 0, 1772366415725000, X'703532', X'3401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967349, 0, 1772366415725000, X'703533', X'3501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967350, 0, 1772366415725000, X'', X'3601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967351, 2, 1772366426719000, X'703535', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967352, 2, 1772366426719000, X'703536', X'3801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967353, 2, 1772366426719000, X'', X'3901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967354, 2, 1772366426719000, X'703538', X'3A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967355, 2, 1772366426719000, X'703539', X'3B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967356, 2, 1772366426719000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967357, 2, 1772366426719000, X'703631', X'3D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967358, 2, 1772366426719000, X'703632', X'3E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967359, 2, 1772366426719000, X'', X'3F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967360, 1, 1772366426719000, X'703634', X'4001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967361, 1, 1772366426719000, X'703635', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967362, 1, 1772366426719000, X'', X'4201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967363, 1, 1772366426719000, X'703637', X'4301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967364, 1, 1772366426719000, X'703638', X'4401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967365, 1, 1772366426719000, X'', X'4501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967366, 1, 1772366426719000, X'703730', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967367, 1, 1772366426719000, X'703731', X'4701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967368, 1, 1772366426719000, X'', X'4801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967369, 1, 1772366426719000, X'703733', X'4901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967370, 1, 1772366426719000, X'703734', X'4A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967371, 1, 1772366426719000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967372, 0, 1772366426719000, X'703736', X'4C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967373, 0, 1772366426719000, X'703737', X'4D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967374, 0, 1772366426719000, X'', X'4E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967375, 0, 1772366426719000, X'703739', X'4F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967376, 0, 1772366426719000, X'703830', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967377, 0, 1772366426719000, X'', X'5101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967378, 0, 1772366426719000, X'703832', X'5201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967379, 2, 1772366432651000, X'703833', X'5301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967380, 2, 1772366432651000, X'', X'5401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967381, 2, 1772366432651000, X'703835', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967382, 2, 1772366432651000, X'703836', X'5601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967383, 2, 1772366432651000, X'', X'5701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967384, 2, 1772366432651000, X'703838', X'5801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967385, 2, 1772366432651000, X'703839', X'5901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967386, 0, 1772366436849000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967387, 0, 1772366436849000, X'703931', X'5B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967388, 0, 1772366436849000, X'703932', X'5C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967389, 0, 1772366436849000, X'', X'5D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967390, 0, 1772366436849000, X'703934', X'5E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967391, 0, 1772366436849000, X'703935', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967392, 0, 1772366436849000, X'', X'6001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967393, 0, 1772366436849000, X'703937', X'6101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967394, 0, 1772366436849000, X'703938', X'6201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967395, 0, 1772366436849000, X'', X'6301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967396, 0, 1772366436849000, X'70313030', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967397, 0, 1772366436849000, X'70313031', X'6501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967398, 0, 1772366436849000, X'', X'6601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967399, 0, 1772366436849000, X'70313033', X'6701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (4294967400, 0, 1772366436849000, X'70313034', X'6801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450944, 2, 1772366414138000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450945, 2, 1772366414138000, X'7031', X'0101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450946, 2, 1772366414138000, X'7032', X'0201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450947, 2, 1772366414138000, X'', X'0301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450948, 2, 1772366414138000, X'7034', X'0401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450949, 2, 1772366414138000, X'7035', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450950, 2, 1772366414138000, X'', X'0601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450951, 2, 1772366414138000, X'7037', X'0701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450952, 2, 1772366414138000, X'7038', X'0801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450953, 2, 1772366414138000, X'', X'0901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450954, 2, 1772366414138000, X'703130', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450955, 0, 1772366415725000, X'703131', X'0B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450956, 1, 1772366426719000, X'', X'0C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450957, 1, 1772366426719000, X'703133', X'0D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450958, 1, 1772366426719000, X'703134', X'0E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450959, 1, 1772366426719000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450960, 1, 1772366426719000, X'703136', X'1001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450961, 1, 1772366426719000, X'703137', X'1101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450962, 1, 1772366426719000, X'', X'1201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450963, 1, 1772366426719000, X'703139', X'1301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450964, 1, 1772366426719000, X'703230', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450965, 2, 1772366428207000, X'', X'1501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450966, 2, 1772366428207000, X'703232', X'1601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450967, 2, 1772366428207000, X'703233', X'1701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450968, 2, 1772366428207000, X'', X'1801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450969, 2, 1772366428207000, X'703235', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450970, 2, 1772366428207000, X'703236', X'1A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450971, 2, 1772366428207000, X'', X'1B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450972, 2, 1772366428207000, X'703238', X'1C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450973, 2, 1772366428207000, X'703239', X'1D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450974, 2, 1772366428207000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450975, 0, 1772366432651000, X'703331', X'1F01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450976, 0, 1772366432651000, X'703332', X'2001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450977, 2, 1772366440335000, X'', X'2101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450978, 2, 1772366440335000, X'703334', X'2201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (6442450979, 2, 1772366440335000, X'703335', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934592, 2, 1772366426719000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934593, 2, 1772366426719000, X'7031', X'0101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934594, 2, 1772366426719000, X'7032', X'0201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934595, 2, 1772366426719000, X'', X'0301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934596, 2, 1772366426719000, X'7034', X'0401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934597, 2, 1772366426719000, X'7035', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934598, 2, 1772366426719000, X'', X'0601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934599, 2, 1772366426719000, X'7037', X'0701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934600, 2, 1772366426719000, X'7038', X'0801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934601, 2, 1772366426719000, X'', X'0901');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934602, 2, 1772366426719000, X'703130', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934603, 0, 1772366426719000, X'703131', X'0B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934604, 0, 1772366426719000, X'', X'0C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934605, 0, 1772366426719000, X'703133', X'0D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934606, 0, 1772366426719000, X'703134', X'0E01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934607, 0, 1772366426719000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934608, 0, 1772366426719000, X'703136', X'1001');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934609, 0, 1772366426719000, X'703137', X'1101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934610, 2, 1772366440335000, X'', X'1201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934611, 2, 1772366440335000, X'703139', X'1301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934612, 2, 1772366440335000, X'703230', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934613, 2, 1772366440335000, X'', X'1501');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934614, 2, 1772366440335000, X'703232', X'1601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934615, 2, 1772366440335000, X'703233', X'1701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934616, 2, 1772366440335000, X'', X'1801');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934617, 2, 1772366440335000, X'703235', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934618, 1, 1772366440335000, X'703236', X'1A01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934619, 1, 1772366440335000, X'', X'1B01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934620, 1, 1772366440335000, X'703238', X'1C01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (8589934621, 1, 1772366440335000, X'703239', X'1D01');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418240, 1, 1772366436849000, X'', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418241, 1, 1772366436849000, X'7031', X'0101');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418242, 1, 1772366436849000, X'7032', X'0201');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418243, 1, 1772366436849000, X'', X'0301');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418244, 1, 1772366436849000, X'7034', X'0401');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418245, 1, 1772366436849000, X'7035', X'');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418246, 1, 1772366436849000, X'', X'0601');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (10737418247, 2, 1772366440335000, X'7037', X'0701');
INSERT INTO chain ("id", "lane", "added", "parameter", "body") VALUES (12884901888, 2, 1772366436849000, X'', X'');
DELETE FROM counter;
INSERT INTO counter ("name", "value") VALUES ('run', 8);
INSERT INTO counter ("name", "value") VALUES ('server', 4);
DELETE FROM doomed;
DELETE FROM fleet;
DELETE FROM lane;
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (1, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (1, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (1, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (2, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (2, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (2, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (3, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (3, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (3, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (4, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (4, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (4, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (5, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (5, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (5, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (6, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (6, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (6, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (8, 0, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (8, 1, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
INSERT INTO lane ("run", "number", "requires", "priority", "max_attempts", "retry_delay", "backoff", "max_delay", "max_runtime", "max_inactivity", "deadline", "delivery", "template", "milli_cpus", "memory_bytes", "gpus", "kind", "custom_amounts") VALUES (8, 2, '', 0, 1, 0, 1, 31536000000000, 0, 0, 0, 'EXACTLY_ONCE', X'', 0, 0, 0, '', '');
DELETE FROM log;
DELETE FROM machine;
DELETE FROM machine_use;
DELETE FROM outcome;
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483649, 6, 0, 1, 0, 0, 1, 1772366402835000, 1772366402835000, 1772366412966000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483650, 5, 0, 2, 1, 0, 1, 1772366402835000, 1772366431054000, 1772366436251000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483651, 4, 0, 1, 0, 0, 1, 1772366402835000, 1772366402835000, 1772366407091000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483653, 5, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366405482000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483654, 5, 0, 2, 1, 2, 3, 1772366400611000, 1772366431054000, 1772366432651000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483655, 6, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366401166000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483656, 6, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366414138000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483658, 5, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366408701000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483659, 4, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366401166000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483662, 5, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366402835000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483663, 5, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366412966000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483664, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366402835000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483665, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366414138000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483666, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366423481000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483667, 5, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366418722000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483668, 6, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366423481000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483670, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366415725000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483671, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366405482000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483673, 6, 10, 0, 0, 0, NULL, NULL, NULL, 1772366421746000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483675, 4, 0, 1, 0, 0, 3, 1772366431054000, 1772366431054000, 1772366436251000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483676, 4, 0, 1, 0, 0, 3, 1772366431054000, 1772366431054000, 1772366436251000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483677, 5, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366405482000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483681, 5, 0, 1, 0, 0, 3, 1772366431054000, 1772366431054000, 1772366436251000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483684, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366423481000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483685, 4, 0, 1, 0, 0, 3, 1772366400611000, 1772366400611000, 1772366405482000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483686, 5, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366405482000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483689, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366407091000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483690, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366408701000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483691, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366423481000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483692, 4, 0, 1, 0, 0, 1, 1772366400611000, 1772366400611000, 1772366415725000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483693, 4, 0, 1, 0, 0, 2, 1772366401166000, 1772366401166000, 1772366412966000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483694, 6, 0, 1, 0, 0, 2, 1772366401166000, 1772366401166000, 1772366408701000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483732, 6, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366436849000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483738, 6, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366436849000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483739, 5, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366437051000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483740, 4, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366442202000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483741, 4, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366440335000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483748, 4, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366438519000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483749, 6, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366436849000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483751, 6, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366436849000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483752, 5, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366437051000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483763, 4, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366438519000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483764, 4, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366437051000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483765, 4, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366437051000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483768, 5, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366437051000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483769, 5, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366440335000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483772, 4, 0, 1, 0, 0, 3, 1772366436251000, 1772366436251000, 1772366436849000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (2147483773, 5, 0, 1, 0, 0, 2, 1772366436251000, 1772366436251000, 1772366440335000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967297, 5, 0, 1, 0, 0, 4, 1772366402835000, 1772366402835000, 1772366408701000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967298, 4, 0, 1, 0, 0, 4, 1772366408701000, 1772366408701000, 1772366418722000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967300, 5, 0, 1, 0, 0, 4, 1772366408701000, 1772366408701000, 1772366415725000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967301, 6, 0, 1, 0, 0, 4, 1772366408701000, 1772366408701000, 1772366423481000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967302, 6, 0, 1, 0, 0, 4, 1772366408701000, 1772366408701000, 1772366423481000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967326, 4, 0, 1, 0, 0, 3, 1772366408701000, 1772366408701000, 1772366423481000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967327, 5, 0, 1, 0, 0, 3, 1772366408701000, 1772366408701000, 1772366411167000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967329, 4, 0, 1, 0, 0, 3, 1772366408701000, 1772366408701000, 1772366423481000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967330, 5, 0, 1, 0, 0, 3, 1772366408701000, 1772366408701000, 1772366415725000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967331, 5, 0, 1, 0, 0, 3, 1772366408701000, 1772366408701000, 1772366426719000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967333, 5, 0, 1, 0, 0, 4, 1772366431054000, 1772366431054000, 1772366432651000, 0, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967334, 6, 0, 1, 0, 0, 4, 1772366431054000, 1772366431054000, 1772366432651000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967335, 6, 0, 1, 0, 0, 4, 1772366431054000, 1772366431054000, 1772366433433000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967336, 5, 0, 1, 0, 0, 4, 1772366431054000, 1772366431054000, 1772366432651000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967338, 6, 0, 1, 0, 0, 3, 1772366437051000, 1772366437051000, 1772366440335000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967341, 5, 0, 1, 0, 0, 3, 1772366437051000, 1772366437051000, 1772366438519000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967342, 4, 0, 1, 0, 0, 3, 1772366437051000, 1772366437051000, 1772366438519000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967343, 5, 0, 1, 0, 0, 3, 1772366437051000, 1772366437051000, 1772366438519000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967345, 4, 0, 1, 0, 0, 1, 1772366437051000, 1772366437051000, 1772366438519000, 1, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967346, 5, 0, 1, 0, 0, 1, 1772366437051000, 1772366437051000, 1772366438519000, 2, X'010203');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967364, 5, 0, 1, 0, 0, 4, 1772366437051000, 1772366437051000, 1772366438519000, 1, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (4294967370, 4, 0, 1, 0, 0, 4, 1772366437051000, 1772366437051000, 1772366442202000, 2, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (6442450955, 5, 0, 1, 0, 0, 3, 1772366432211000, 1772366432211000, 1772366433433000, 0, X'');
INSERT INTO outcome ("chain", "state", "reason", "attempt", "failures", "losses", "session", "first_claimed", "claimed", "finished", "exit_code", "report") VALUES (12884901888, 4, 0, 1, 0, 0, 2, 1772366437051000, 1772366437051000, 1772366438519000, 0, X'');
DELETE FROM past;
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483648, 1, 2, 2, 1, 1772366402835000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483652, 1, 1, 1, 2, 1772366431054000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483657, 0, 1, 1, 1, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483660, 0, 1, 1, 0, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483661, 0, 1, 1, 1, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483669, 2, 1, 1, 0, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483672, 1, 1, 1, 0, 1772366431054000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483674, 1, 1, 1, 2, 1772366431054000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483679, 1, 1, 1, 0, 1772366431054000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483680, 1, 1, 1, 1, 1772366431054000, 1772366431054000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483687, 2, 1, 1, 0, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483688, 2, 1, 1, 2, 1772366400611000, 1772366400611000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483747, 2, 1, 1, 1, 1772366436251000, 1772366436251000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (2147483771, 2, 1, 1, 0, 1772366436251000, 1772366436251000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967296, 0, 1, 1, 2, 1772366408701000, 1772366408701000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967299, 2, 1, 1, 0, 1772366408701000, 1772366408701000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967328, 1, 1, 1, 0, 1772366408701000, 1772366408701000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967332, 1, 1, 1, 2, 1772366408701000, 1772366408701000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967339, 1, 1, 1, 0, 1772366437051000, 1772366437051000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967362, 1, 1, 1, 0, 1772366437051000, 1772366437051000, 1772366443525000, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967363, 1, 1, 1, 2, 1772366437051000, 1772366437051000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967366, 1, 1, 1, 2, 1772366437051000, 1772366437051000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967367, 1, 1, 1, 2, 1772366437051000, 1772366437051000, NULL, 1);
INSERT INTO past ("chain", "lane", "attempt", "failures", "losses", "first_claimed", "claimed", "due", "reason") VALUES (4294967368, 1, 1, 1, 0, 1772366437051000, 1772366437051000, NULL, 1);
DELETE FROM run;
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (1, 'alice', 'r1', 'r1', 0, '', 0, 2, 1772366400611000, NULL, NULL, 1, 1, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (2, 'alice', 'r2', 'r2', 0, '', 0, 2, 1772366402835000, NULL, NULL, 1, 1, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (3, 'alice', 'r3', 'r3', 0, '', 0, 2, 1772366407091000, NULL, NULL, 1, 1, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (4, 'alice', 'r4', 'r4', 0, '', 0, 0, 1772366423481000, NULL, NULL, 1, 0, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (5, 'alice', 'r5', 'r5', 0, '', 0, 2, 1772366433433000, NULL, NULL, 1, 1, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (6, 'alice', 'r6', 'r6', 0, '', 0, 0, 1772366436251000, NULL, NULL, 1, 0, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
INSERT INTO run ("id", "owner", "name", "folded_name", "kind", "labels", "priority", "state", "created", "started", "finished", "closed", "held", "ending", "end_reason", "log_bytes", "array_from", "array_to", "array_step", "deadline", "max_fails", "retry_of", "submit_key", "budget", "asked") VALUES (8, 'alice', 'r8', 'r8', 0, '', 0, 0, 1772366440335000, NULL, NULL, 1, 0, 0, 0, 0, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL, '');
DELETE FROM run_course;
DELETE FROM run_document;
DELETE FROM run_label;
DELETE FROM run_note;
DELETE FROM run_text;
DELETE FROM session;
INSERT INTO session ("id", "agent", "host", "offers", "slots", "since", "server", "credential", "secret_hash", "receipt_key") VALUES (4, 'agent 4', 'host', '', 2, 1772366442202000, 3, '', '', '');
DELETE FROM span;
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483648, 1, 1, 3, 4, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483652, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483657, 1, 0, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483660, 1, 0, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483661, 1, 0, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483669, 1, 2, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483672, 1, 1, 2, 4, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483674, 1, 1, 2, 4, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483678, 1, 0, 0, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483679, 2, 1, 1, 0, 0, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483682, 1, 1, 1, 4, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483683, 1, 1, 0, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483687, 1, 2, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483688, 1, 2, 2, 1, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483695, 16, 0, 0, 0, 0, 16);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483711, 11, 1, 0, 0, 0, 11);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483722, 10, 0, 0, 0, 0, 10);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483733, 3, 0, 0, 0, 0, 3);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483736, 2, 1, 0, 0, 0, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483742, 4, 0, 0, 0, 0, 4);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483746, 1, 2, 1, 3, 1772366436251000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483747, 1, 2, 2, 1, 1772366442202000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483749, 4, 2, 1, 3, 1772366436251000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483753, 10, 0, 0, 0, 0, 10);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483766, 5, 2, 1, 3, 1772366436251000, 3);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483771, 1, 2, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (2147483774, 5, 1, 0, 0, 0, 5);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967296, 1, 0, 2, 1, 1772366437051000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967299, 1, 2, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967303, 23, 2, 0, 0, 0, 23);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967328, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967332, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967337, 2, 1, 1, 3, 1772366437051000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967339, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967340, 4, 1, 1, 3, 1772366437051000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967344, 4, 0, 1, 1, 1772366437051000, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967348, 3, 0, 0, 0, 0, 3);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967351, 9, 2, 0, 0, 0, 9);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967360, 2, 1, 1, 3, 1772366437051000, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967363, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967364, 2, 1, 1, 4, 1772366437051000, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967366, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967367, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967368, 1, 1, 1, 0, 0, 1);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967369, 3, 1, 1, 4, 1772366437051000, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967372, 7, 0, 0, 0, 0, 7);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967379, 7, 2, 0, 0, 0, 7);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (4294967386, 15, 0, 0, 0, 0, 15);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (6442450944, 11, 2, 0, 0, 0, 11);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (6442450956, 9, 1, 0, 0, 0, 9);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (6442450965, 10, 2, 0, 0, 0, 10);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (6442450975, 2, 0, 0, 0, 0, 2);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (6442450977, 3, 2, 0, 0, 0, 3);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (8589934592, 11, 2, 0, 0, 0, 11);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (8589934603, 7, 0, 0, 0, 0, 7);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (8589934610, 8, 2, 0, 0, 0, 8);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (8589934618, 4, 1, 0, 0, 0, 4);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (10737418240, 7, 1, 0, 0, 0, 7);
INSERT INTO span ("first", "count", "lane", "attempt", "session", "claimed", "remaining") VALUES (10737418247, 1, 2, 0, 0, 0, 1);
DELETE FROM tally;
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (2147483648, 56, 1, 6, 2);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (2147483649, 33, 3, 2, 2);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (2147483650, 42, 19, 7, 6);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (4294967296, 30, 1, 1, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (4294967297, 30, 4, 8, 3);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (4294967298, 45, 1, 2, 2);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (6442450944, 3, 0, 1, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (6442450945, 9, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (6442450946, 24, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (8589934592, 7, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (8589934593, 4, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (8589934594, 19, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (10737418240, 0, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (10737418241, 7, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (10737418242, 1, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (12884901888, 0, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (12884901889, 0, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (12884901890, 1, 1, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (17179869184, 0, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (17179869185, 0, 0, 0, 0);
INSERT INTO tally ("lane", "added", "succeeded", "failed", "cancelled") VALUES (17179869186, 0, 0, 0, 0);
DELETE FROM token;
DELETE FROM work_time;
-- said run 8 r8 QUEUED made 0
-- said run 6 r6 QUEUED made 1
-- said chain 6/0 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said run 5 r5 HELD made 8
-- said chain 5/0 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 5/1 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p1' body 0 report 0
-- said chain 5/2 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p2' body 0 report 0
-- said chain 5/3 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 5/4 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p4' body 0 report 0
-- said chain 5/5 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p5' body 0 report 0
-- said chain 5/6 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 5/7 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p7' body 0 report 0
-- said run 4 r4 QUEUED made 30
-- said chain 4/0 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/1 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p1' body 0 report 0
-- said chain 4/2 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p2' body 0 report 0
-- said chain 4/3 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/4 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p4' body 0 report 0
-- said chain 4/5 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p5' body 0 report 0
-- said chain 4/6 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/7 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p7' body 0 report 0
-- said chain 4/8 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p8' body 0 report 0
-- said chain 4/9 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/10 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p10' body 0 report 0
-- said chain 4/11 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p11' body 0 report 0
-- said chain 4/12 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/13 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p13' body 0 report 0
-- said chain 4/14 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p14' body 0 report 0
-- said chain 4/15 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/16 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p16' body 0 report 0
-- said chain 4/17 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p17' body 0 report 0
-- said chain 4/18 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/19 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p19' body 0 report 0
-- said chain 4/20 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p20' body 0 report 0
-- said chain 4/21 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/22 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p22' body 0 report 0
-- said chain 4/23 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p23' body 0 report 0
-- said chain 4/24 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/25 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p25' body 0 report 0
-- said chain 4/26 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p26' body 0 report 0
-- said chain 4/27 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 4/28 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p28' body 0 report 0
-- said chain 4/29 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p29' body 0 report 0
-- said run 3 r3 HELD made 36
-- said chain 3/0 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/1 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p1' body 0 report 0
-- said chain 3/2 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p2' body 0 report 0
-- said chain 3/3 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/4 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p4' body 0 report 0
-- said chain 3/5 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p5' body 0 report 0
-- said chain 3/6 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/7 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p7' body 0 report 0
-- said chain 3/8 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p8' body 0 report 0
-- said chain 3/9 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/10 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p10' body 0 report 0
-- said chain 3/11 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p11' body 0 report 0
-- said chain 3/12 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/13 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p13' body 0 report 0
-- said chain 3/14 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p14' body 0 report 0
-- said chain 3/15 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/16 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p16' body 0 report 0
-- said chain 3/17 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p17' body 0 report 0
-- said chain 3/18 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/19 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p19' body 0 report 0
-- said chain 3/20 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p20' body 0 report 0
-- said chain 3/21 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/22 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p22' body 0 report 0
-- said chain 3/23 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p23' body 0 report 0
-- said chain 3/24 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/25 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p25' body 0 report 0
-- said chain 3/26 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p26' body 0 report 0
-- said chain 3/27 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/28 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p28' body 0 report 0
-- said chain 3/29 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p29' body 0 report 0
-- said chain 3/30 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/31 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p31' body 0 report 0
-- said chain 3/32 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p32' body 0 report 0
-- said chain 3/33 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 3/34 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p34' body 0 report 0
-- said chain 3/35 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p35' body 0 report 0
-- said run 2 r2 HELD made 105
-- said chain 2/0 RUNNING attempt 2 failures 1 losses 2 exit 0 parameter '' body 0 report 0
-- said chain 2/1 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p1' body 0 report 3
-- said chain 2/2 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p2' body 0 report 3
-- said chain 2/3 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/4 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p4' body 0 report 3
-- said chain 2/5 CANCELLED attempt 1 failures 0 losses 0 exit 2 parameter 'p5' body 0 report 3
-- said chain 2/6 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 3
-- said chain 2/7 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p7' body 0 report 0
-- said chain 2/8 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p8' body 0 report 0
-- said chain 2/9 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/10 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p10' body 0 report 0
-- said chain 2/11 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p11' body 0 report 0
-- said chain 2/12 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/13 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p13' body 0 report 0
-- said chain 2/14 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p14' body 0 report 0
-- said chain 2/15 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/16 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p16' body 0 report 0
-- said chain 2/17 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p17' body 0 report 0
-- said chain 2/18 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/19 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p19' body 0 report 0
-- said chain 2/20 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p20' body 0 report 0
-- said chain 2/21 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/22 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p22' body 0 report 0
-- said chain 2/23 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p23' body 0 report 0
-- said chain 2/24 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/25 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p25' body 0 report 0
-- said chain 2/26 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p26' body 0 report 0
-- said chain 2/27 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/28 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p28' body 0 report 0
-- said chain 2/29 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p29' body 0 report 0
-- said chain 2/30 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 3
-- said chain 2/31 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p31' body 0 report 0
-- said chain 2/32 READY attempt 1 failures 1 losses 0 exit 0 parameter 'p32' body 0 report 0
-- said chain 2/33 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 3
-- said chain 2/34 FAILED attempt 1 failures 0 losses 0 exit 2 parameter 'p34' body 0 report 0
-- said chain 2/35 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p35' body 0 report 0
-- said chain 2/36 READY attempt 1 failures 1 losses 2 exit 0 parameter '' body 0 report 0
-- said chain 2/37 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p37' body 0 report 3
-- said chain 2/38 CANCELLED attempt 1 failures 0 losses 0 exit 2 parameter 'p38' body 0 report 3
-- said chain 2/39 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/40 FAILED attempt 1 failures 0 losses 0 exit 2 parameter 'p40' body 0 report 3
-- said chain 2/41 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p41' body 0 report 0
-- said chain 2/42 CANCELLED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 3
-- said chain 2/43 READY attempt 1 failures 1 losses 0 exit 0 parameter 'p43' body 0 report 0
-- said chain 2/44 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p44' body 0 report 0
-- said chain 2/45 FAILED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 0
-- said chain 2/46 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter 'p46' body 0 report 0
-- said chain 2/47 FAILED attempt 1 failures 0 losses 0 exit 2 parameter 'p47' body 0 report 0
-- said chain 2/48 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/49 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p49' body 0 report 3
-- said chain 2/50 FAILED attempt 1 failures 0 losses 0 exit 2 parameter 'p50' body 0 report 3
-- said chain 2/51 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/52 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p52' body 0 report 0
-- said chain 2/53 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p53' body 0 report 0
-- said chain 2/54 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/55 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p55' body 0 report 0
-- said chain 2/56 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p56' body 0 report 0
-- said chain 2/57 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/58 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p58' body 0 report 0
-- said chain 2/59 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p59' body 0 report 0
-- said chain 2/60 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/61 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p61' body 0 report 0
-- said chain 2/62 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p62' body 0 report 0
-- said chain 2/63 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/64 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p64' body 0 report 0
-- said chain 2/65 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p65' body 0 report 0
-- said chain 2/66 DELAYED attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/67 READY attempt 1 failures 1 losses 2 exit 0 parameter 'p67' body 0 report 0
-- said chain 2/68 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p68' body 0 report 0
-- said chain 2/69 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/70 READY attempt 1 failures 1 losses 2 exit 0 parameter 'p70' body 0 report 0
-- said chain 2/71 READY attempt 1 failures 1 losses 2 exit 0 parameter 'p71' body 0 report 0
-- said chain 2/72 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/73 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p73' body 0 report 0
-- said chain 2/74 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter 'p74' body 0 report 0
-- said chain 2/75 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/76 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p76' body 0 report 0
-- said chain 2/77 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p77' body 0 report 0
-- said chain 2/78 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/79 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p79' body 0 report 0
-- said chain 2/80 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p80' body 0 report 0
-- said chain 2/81 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/82 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p82' body 0 report 0
-- said chain 2/83 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p83' body 0 report 0
-- said chain 2/84 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/85 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p85' body 0 report 0
-- said chain 2/86 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p86' body 0 report 0
-- said chain 2/87 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/88 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p88' body 0 report 0
-- said chain 2/89 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p89' body 0 report 0
-- said chain 2/90 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/91 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p91' body 0 report 0
-- said chain 2/92 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p92' body 0 report 0
-- said chain 2/93 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/94 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p94' body 0 report 0
-- said chain 2/95 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p95' body 0 report 0
-- said chain 2/96 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/97 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p97' body 0 report 0
-- said chain 2/98 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p98' body 0 report 0
-- said chain 2/99 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/100 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p100' body 0 report 0
-- said chain 2/101 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p101' body 0 report 0
-- said chain 2/102 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 2/103 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p103' body 0 report 0
-- said chain 2/104 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p104' body 0 report 0
-- said run 1 r1 HELD made 131
-- said chain 1/0 RUNNING attempt 3 failures 2 losses 1 exit 0 parameter '' body 0 report 0
-- said chain 1/1 CANCELLED attempt 1 failures 0 losses 0 exit 1 parameter 'p1' body 0 report 3
-- said chain 1/2 FAILED attempt 2 failures 1 losses 0 exit 2 parameter 'p2' body 0 report 3
-- said chain 1/3 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 3
-- said chain 1/4 READY attempt 1 failures 1 losses 2 exit 0 parameter 'p4' body 0 report 0
-- said chain 1/5 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p5' body 0 report 3
-- said chain 1/6 FAILED attempt 2 failures 1 losses 2 exit 0 parameter '' body 0 report 3
-- said chain 1/7 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter 'p7' body 0 report 0
-- said chain 1/8 CANCELLED attempt 1 failures 0 losses 0 exit 1 parameter 'p8' body 0 report 0
-- said chain 1/9 READY attempt 1 failures 1 losses 1 exit 0 parameter '' body 0 report 0
-- said chain 1/10 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p10' body 0 report 0
-- said chain 1/11 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter 'p11' body 0 report 3
-- said chain 1/12 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/13 READY attempt 1 failures 1 losses 1 exit 0 parameter 'p13' body 0 report 0
-- said chain 1/14 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p14' body 0 report 3
-- said chain 1/15 FAILED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 3
-- said chain 1/16 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p16' body 0 report 3
-- said chain 1/17 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p17' body 0 report 3
-- said chain 1/18 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 3
-- said chain 1/19 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p19' body 0 report 0
-- said chain 1/20 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter 'p20' body 0 report 3
-- said chain 1/21 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/22 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter 'p22' body 0 report 3
-- said chain 1/23 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p23' body 0 report 3
-- said chain 1/24 RUNNING attempt 2 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/25 CANCELLED attempt 0 failures 0 losses 0 exit 0 parameter 'p25' body 0 report 0
-- said chain 1/26 RUNNING attempt 2 failures 1 losses 2 exit 0 parameter 'p26' body 0 report 0
-- said chain 1/27 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/28 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p28' body 0 report 3
-- said chain 1/29 FAILED attempt 1 failures 0 losses 0 exit 2 parameter 'p29' body 0 report 3
-- said chain 1/30 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/31 READY attempt 1 failures 1 losses 0 exit 0 parameter 'p31' body 0 report 0
-- said chain 1/32 READY attempt 1 failures 1 losses 1 exit 0 parameter 'p32' body 0 report 0
-- said chain 1/33 FAILED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 3
-- said chain 1/34 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p34' body 0 report 0
-- said chain 1/35 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p35' body 0 report 0
-- said chain 1/36 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 3
-- said chain 1/37 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p37' body 0 report 0
-- said chain 1/38 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p38' body 0 report 3
-- said chain 1/39 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/40 RUNNING attempt 2 failures 1 losses 2 exit 0 parameter 'p40' body 0 report 0
-- said chain 1/41 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p41' body 0 report 0
-- said chain 1/42 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 3
-- said chain 1/43 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p43' body 0 report 3
-- said chain 1/44 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p44' body 0 report 0
-- said chain 1/45 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 0
-- said chain 1/46 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter 'p46' body 0 report 0
-- said chain 1/47 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p47' body 0 report 0
-- said chain 1/48 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/49 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p49' body 0 report 0
-- said chain 1/50 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p50' body 0 report 0
-- said chain 1/51 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/52 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p52' body 0 report 0
-- said chain 1/53 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p53' body 0 report 0
-- said chain 1/54 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/55 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p55' body 0 report 0
-- said chain 1/56 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p56' body 0 report 0
-- said chain 1/57 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/58 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p58' body 0 report 0
-- said chain 1/59 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p59' body 0 report 0
-- said chain 1/60 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/61 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p61' body 0 report 0
-- said chain 1/62 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p62' body 0 report 0
-- said chain 1/63 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/64 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p64' body 0 report 0
-- said chain 1/65 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p65' body 0 report 0
-- said chain 1/66 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/67 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p67' body 0 report 0
-- said chain 1/68 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p68' body 0 report 0
-- said chain 1/69 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/70 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p70' body 0 report 0
-- said chain 1/71 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p71' body 0 report 0
-- said chain 1/72 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/73 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p73' body 0 report 0
-- said chain 1/74 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p74' body 0 report 0
-- said chain 1/75 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/76 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p76' body 0 report 0
-- said chain 1/77 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p77' body 0 report 0
-- said chain 1/78 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/79 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p79' body 0 report 0
-- said chain 1/80 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p80' body 0 report 0
-- said chain 1/81 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/82 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p82' body 0 report 0
-- said chain 1/83 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p83' body 0 report 0
-- said chain 1/84 CANCELLED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 3
-- said chain 1/85 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p85' body 0 report 0
-- said chain 1/86 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p86' body 0 report 0
-- said chain 1/87 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/88 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p88' body 0 report 0
-- said chain 1/89 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p89' body 0 report 0
-- said chain 1/90 CANCELLED attempt 1 failures 0 losses 0 exit 2 parameter '' body 0 report 0
-- said chain 1/91 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p91' body 0 report 0
-- said chain 1/92 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter 'p92' body 0 report 0
-- said chain 1/93 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 0
-- said chain 1/94 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p94' body 0 report 0
-- said chain 1/95 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p95' body 0 report 0
-- said chain 1/96 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/97 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p97' body 0 report 0
-- said chain 1/98 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p98' body 0 report 0
-- said chain 1/99 RUNNING attempt 2 failures 1 losses 1 exit 0 parameter '' body 0 report 0
-- said chain 1/100 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p100' body 0 report 3
-- said chain 1/101 CANCELLED attempt 1 failures 0 losses 0 exit 0 parameter 'p101' body 0 report 0
-- said chain 1/102 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/103 CANCELLED attempt 1 failures 0 losses 0 exit 2 parameter 'p103' body 0 report 0
-- said chain 1/104 FAILED attempt 1 failures 0 losses 0 exit 1 parameter 'p104' body 0 report 0
-- said chain 1/105 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/106 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p106' body 0 report 0
-- said chain 1/107 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p107' body 0 report 0
-- said chain 1/108 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/109 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p109' body 0 report 0
-- said chain 1/110 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p110' body 0 report 0
-- said chain 1/111 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/112 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p112' body 0 report 0
-- said chain 1/113 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p113' body 0 report 0
-- said chain 1/114 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/115 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p115' body 0 report 3
-- said chain 1/116 SUCCEEDED attempt 1 failures 0 losses 0 exit 2 parameter 'p116' body 0 report 3
-- said chain 1/117 SUCCEEDED attempt 1 failures 0 losses 0 exit 1 parameter '' body 0 report 3
-- said chain 1/118 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p118' body 0 report 0
-- said chain 1/119 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p119' body 0 report 0
-- said chain 1/120 FAILED attempt 1 failures 0 losses 0 exit 0 parameter '' body 0 report 3
-- said chain 1/121 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p121' body 0 report 3
-- said chain 1/122 RUNNING attempt 1 failures 0 losses 0 exit 0 parameter 'p122' body 0 report 0
-- said chain 1/123 READY attempt 1 failures 1 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/124 SUCCEEDED attempt 1 failures 0 losses 0 exit 0 parameter 'p124' body 0 report 3
-- said chain 1/125 FAILED attempt 1 failures 0 losses 0 exit 0 parameter 'p125' body 0 report 0
-- said chain 1/126 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/127 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p127' body 0 report 0
-- said chain 1/128 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p128' body 0 report 0
-- said chain 1/129 READY attempt 0 failures 0 losses 0 exit 0 parameter '' body 0 report 0
-- said chain 1/130 READY attempt 0 failures 0 losses 0 exit 0 parameter 'p130' body 0 report 0
