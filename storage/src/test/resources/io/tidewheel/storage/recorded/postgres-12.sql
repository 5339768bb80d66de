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
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483648', '1772366400611000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483649', '1772366400611000', '1', E'\\x7031', E'\\x0101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483650', '1772366400611000', '1', E'\\x7032', E'\\x0201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483651', '1772366400611000', '1', E'\\x', E'\\x0301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483652', '1772366400611000', '1', E'\\x7034', E'\\x0401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483653', '1772366400611000', '0', E'\\x7035', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483654', '1772366400611000', '0', E'\\x', E'\\x0601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483655', '1772366400611000', '0', E'\\x7037', E'\\x0701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483656', '1772366400611000', '0', E'\\x7038', E'\\x0801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483657', '1772366400611000', '0', E'\\x', E'\\x0901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483658', '1772366400611000', '0', E'\\x703130', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483659', '1772366400611000', '0', E'\\x703131', E'\\x0b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483660', '1772366400611000', '0', E'\\x', E'\\x0c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483661', '1772366400611000', '0', E'\\x703133', E'\\x0d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483662', '1772366400611000', '0', E'\\x703134', E'\\x0e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483663', '1772366400611000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483664', '1772366400611000', '2', E'\\x703136', E'\\x1001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483665', '1772366400611000', '2', E'\\x703137', E'\\x1101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483666', '1772366400611000', '2', E'\\x', E'\\x1201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483667', '1772366400611000', '2', E'\\x703139', E'\\x1301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483668', '1772366400611000', '2', E'\\x703230', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483669', '1772366400611000', '2', E'\\x', E'\\x1501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483670', '1772366400611000', '2', E'\\x703232', E'\\x1601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483671', '1772366400611000', '2', E'\\x703233', E'\\x1701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483672', '1772366400611000', '1', E'\\x', E'\\x1801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483673', '1772366400611000', '1', E'\\x703235', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483674', '1772366400611000', '1', E'\\x703236', E'\\x1a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483675', '1772366400611000', '1', E'\\x', E'\\x1b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483676', '1772366400611000', '1', E'\\x703238', E'\\x1c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483677', '1772366400611000', '0', E'\\x703239', E'\\x1d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483678', '1772366400611000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483679', '1772366400611000', '1', E'\\x703331', E'\\x1f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483680', '1772366400611000', '1', E'\\x703332', E'\\x2001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483681', '1772366400611000', '1', E'\\x', E'\\x2101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483682', '1772366400611000', '1', E'\\x703334', E'\\x2201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483683', '1772366400611000', '1', E'\\x703335', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483684', '1772366400611000', '2', E'\\x', E'\\x2401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483685', '1772366400611000', '2', E'\\x703337', E'\\x2501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483686', '1772366400611000', '2', E'\\x703338', E'\\x2601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483687', '1772366400611000', '2', E'\\x', E'\\x2701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483688', '1772366400611000', '2', E'\\x703430', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483689', '1772366400611000', '2', E'\\x703431', E'\\x2901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483690', '1772366400611000', '2', E'\\x', E'\\x2a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483691', '1772366400611000', '2', E'\\x703433', E'\\x2b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483692', '1772366400611000', '2', E'\\x703434', E'\\x2c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483693', '1772366401166000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483694', '1772366401166000', '2', E'\\x703436', E'\\x2e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483695', '1772366401166000', '0', E'\\x703437', E'\\x2f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483696', '1772366401166000', '0', E'\\x', E'\\x3001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483697', '1772366401166000', '0', E'\\x703439', E'\\x3101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483698', '1772366401166000', '0', E'\\x703530', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483699', '1772366401166000', '0', E'\\x', E'\\x3301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483700', '1772366401166000', '0', E'\\x703532', E'\\x3401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483701', '1772366401166000', '0', E'\\x703533', E'\\x3501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483702', '1772366401166000', '0', E'\\x', E'\\x3601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483703', '1772366401166000', '0', E'\\x703535', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483704', '1772366401166000', '0', E'\\x703536', E'\\x3801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483705', '1772366401166000', '0', E'\\x', E'\\x3901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483706', '1772366401166000', '0', E'\\x703538', E'\\x3a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483707', '1772366401166000', '0', E'\\x703539', E'\\x3b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483708', '1772366401166000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483709', '1772366401166000', '0', E'\\x703631', E'\\x3d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483710', '1772366401166000', '0', E'\\x703632', E'\\x3e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967296', '1772366402835000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967297', '1772366402835000', '2', E'\\x7031', E'\\x0101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967298', '1772366402835000', '2', E'\\x7032', E'\\x0201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967299', '1772366402835000', '2', E'\\x', E'\\x0301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967300', '1772366402835000', '2', E'\\x7034', E'\\x0401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967301', '1772366402835000', '2', E'\\x7035', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967302', '1772366402835000', '2', E'\\x', E'\\x0601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967303', '1772366402835000', '2', E'\\x7037', E'\\x0701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967304', '1772366402835000', '2', E'\\x7038', E'\\x0801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967305', '1772366402835000', '2', E'\\x', E'\\x0901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967306', '1772366402835000', '2', E'\\x703130', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967307', '1772366402835000', '2', E'\\x703131', E'\\x0b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967308', '1772366402835000', '2', E'\\x', E'\\x0c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967309', '1772366402835000', '2', E'\\x703133', E'\\x0d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483711', '1772366402835000', '1', E'\\x', E'\\x3f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483712', '1772366402835000', '1', E'\\x703634', E'\\x4001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483713', '1772366402835000', '1', E'\\x703635', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483714', '1772366402835000', '1', E'\\x', E'\\x4201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483715', '1772366402835000', '1', E'\\x703637', E'\\x4301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483716', '1772366402835000', '1', E'\\x703638', E'\\x4401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483717', '1772366402835000', '1', E'\\x', E'\\x4501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483718', '1772366402835000', '1', E'\\x703730', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483719', '1772366402835000', '1', E'\\x703731', E'\\x4701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483720', '1772366402835000', '1', E'\\x', E'\\x4801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483721', '1772366402835000', '1', E'\\x703733', E'\\x4901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967310', '1772366402835000', '2', E'\\x703134', E'\\x0e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967311', '1772366402835000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967312', '1772366402835000', '2', E'\\x703136', E'\\x1001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967313', '1772366402835000', '2', E'\\x703137', E'\\x1101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967314', '1772366402835000', '2', E'\\x', E'\\x1201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483722', '1772366402835000', '0', E'\\x703734', E'\\x4a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483723', '1772366402835000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483724', '1772366402835000', '0', E'\\x703736', E'\\x4c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483725', '1772366402835000', '0', E'\\x703737', E'\\x4d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483726', '1772366402835000', '0', E'\\x', E'\\x4e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483727', '1772366402835000', '0', E'\\x703739', E'\\x4f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483728', '1772366402835000', '0', E'\\x703830', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483729', '1772366402835000', '0', E'\\x', E'\\x5101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483730', '1772366402835000', '0', E'\\x703832', E'\\x5201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483731', '1772366402835000', '0', E'\\x703833', E'\\x5301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967315', '1772366402835000', '2', E'\\x703139', E'\\x1301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967316', '1772366402835000', '2', E'\\x703230', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483732', '1772366402835000', '2', E'\\x', E'\\x5401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967317', '1772366402835000', '2', E'\\x', E'\\x1501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967318', '1772366402835000', '2', E'\\x703232', E'\\x1601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967319', '1772366402835000', '2', E'\\x703233', E'\\x1701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967320', '1772366402835000', '2', E'\\x', E'\\x1801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967321', '1772366402835000', '2', E'\\x703235', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967322', '1772366402835000', '2', E'\\x703236', E'\\x1a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967323', '1772366402835000', '2', E'\\x', E'\\x1b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967324', '1772366402835000', '2', E'\\x703238', E'\\x1c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967325', '1772366402835000', '2', E'\\x703239', E'\\x1d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483733', '1772366405482000', '0', E'\\x703835', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483734', '1772366405482000', '0', E'\\x703836', E'\\x5601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483735', '1772366405482000', '0', E'\\x', E'\\x5701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483736', '1772366405482000', '1', E'\\x703838', E'\\x5801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967326', '1772366405482000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967327', '1772366405482000', '1', E'\\x703331', E'\\x1f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967328', '1772366405482000', '1', E'\\x703332', E'\\x2001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967329', '1772366405482000', '1', E'\\x', E'\\x2101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967330', '1772366405482000', '1', E'\\x703334', E'\\x2201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967331', '1772366405482000', '1', E'\\x703335', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967332', '1772366405482000', '1', E'\\x', E'\\x2401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967333', '1772366411167000', '1', E'\\x703337', E'\\x2501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967334', '1772366411167000', '1', E'\\x703338', E'\\x2601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967335', '1772366411167000', '1', E'\\x', E'\\x2701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967336', '1772366411167000', '1', E'\\x703430', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967337', '1772366411167000', '1', E'\\x703431', E'\\x2901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967338', '1772366411167000', '1', E'\\x', E'\\x2a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967339', '1772366411167000', '1', E'\\x703433', E'\\x2b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967340', '1772366411167000', '1', E'\\x703434', E'\\x2c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967341', '1772366411167000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967342', '1772366411167000', '1', E'\\x703436', E'\\x2e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967343', '1772366411167000', '1', E'\\x703437', E'\\x2f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450944', '1772366414138000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450945', '1772366414138000', '2', E'\\x7031', E'\\x0101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450946', '1772366414138000', '2', E'\\x7032', E'\\x0201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450947', '1772366414138000', '2', E'\\x', E'\\x0301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450948', '1772366414138000', '2', E'\\x7034', E'\\x0401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450949', '1772366414138000', '2', E'\\x7035', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450950', '1772366414138000', '2', E'\\x', E'\\x0601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450951', '1772366414138000', '2', E'\\x7037', E'\\x0701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450952', '1772366414138000', '2', E'\\x7038', E'\\x0801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450953', '1772366414138000', '2', E'\\x', E'\\x0901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450954', '1772366414138000', '2', E'\\x703130', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450955', '1772366415725000', '0', E'\\x703131', E'\\x0b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483737', '1772366415725000', '1', E'\\x703839', E'\\x5901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483738', '1772366415725000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483739', '1772366415725000', '2', E'\\x703931', E'\\x5b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483740', '1772366415725000', '2', E'\\x703932', E'\\x5c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483741', '1772366415725000', '2', E'\\x', E'\\x5d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967344', '1772366415725000', '0', E'\\x', E'\\x3001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967345', '1772366415725000', '0', E'\\x703439', E'\\x3101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967346', '1772366415725000', '0', E'\\x703530', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967347', '1772366415725000', '0', E'\\x', E'\\x3301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967348', '1772366415725000', '0', E'\\x703532', E'\\x3401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967349', '1772366415725000', '0', E'\\x703533', E'\\x3501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967350', '1772366415725000', '0', E'\\x', E'\\x3601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450956', '1772366426719000', '1', E'\\x', E'\\x0c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450957', '1772366426719000', '1', E'\\x703133', E'\\x0d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450958', '1772366426719000', '1', E'\\x703134', E'\\x0e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450959', '1772366426719000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450960', '1772366426719000', '1', E'\\x703136', E'\\x1001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450961', '1772366426719000', '1', E'\\x703137', E'\\x1101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450962', '1772366426719000', '1', E'\\x', E'\\x1201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450963', '1772366426719000', '1', E'\\x703139', E'\\x1301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450964', '1772366426719000', '1', E'\\x703230', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967351', '1772366426719000', '2', E'\\x703535', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967352', '1772366426719000', '2', E'\\x703536', E'\\x3801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967353', '1772366426719000', '2', E'\\x', E'\\x3901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967354', '1772366426719000', '2', E'\\x703538', E'\\x3a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967355', '1772366426719000', '2', E'\\x703539', E'\\x3b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967356', '1772366426719000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967357', '1772366426719000', '2', E'\\x703631', E'\\x3d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967358', '1772366426719000', '2', E'\\x703632', E'\\x3e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967359', '1772366426719000', '2', E'\\x', E'\\x3f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967360', '1772366426719000', '1', E'\\x703634', E'\\x4001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967361', '1772366426719000', '1', E'\\x703635', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967362', '1772366426719000', '1', E'\\x', E'\\x4201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967363', '1772366426719000', '1', E'\\x703637', E'\\x4301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967364', '1772366426719000', '1', E'\\x703638', E'\\x4401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967365', '1772366426719000', '1', E'\\x', E'\\x4501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967366', '1772366426719000', '1', E'\\x703730', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967367', '1772366426719000', '1', E'\\x703731', E'\\x4701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934592', '1772366426719000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934593', '1772366426719000', '2', E'\\x7031', E'\\x0101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934594', '1772366426719000', '2', E'\\x7032', E'\\x0201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934595', '1772366426719000', '2', E'\\x', E'\\x0301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934596', '1772366426719000', '2', E'\\x7034', E'\\x0401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934597', '1772366426719000', '2', E'\\x7035', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934598', '1772366426719000', '2', E'\\x', E'\\x0601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934599', '1772366426719000', '2', E'\\x7037', E'\\x0701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934600', '1772366426719000', '2', E'\\x7038', E'\\x0801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934601', '1772366426719000', '2', E'\\x', E'\\x0901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934602', '1772366426719000', '2', E'\\x703130', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934603', '1772366426719000', '0', E'\\x703131', E'\\x0b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934604', '1772366426719000', '0', E'\\x', E'\\x0c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934605', '1772366426719000', '0', E'\\x703133', E'\\x0d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934606', '1772366426719000', '0', E'\\x703134', E'\\x0e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934607', '1772366426719000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934608', '1772366426719000', '0', E'\\x703136', E'\\x1001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934609', '1772366426719000', '0', E'\\x703137', E'\\x1101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483742', '1772366426719000', '0', E'\\x703934', E'\\x5e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483743', '1772366426719000', '0', E'\\x703935', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483744', '1772366426719000', '0', E'\\x', E'\\x6001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483745', '1772366426719000', '0', E'\\x703937', E'\\x6101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967368', '1772366426719000', '1', E'\\x', E'\\x4801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967369', '1772366426719000', '1', E'\\x703733', E'\\x4901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967370', '1772366426719000', '1', E'\\x703734', E'\\x4a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967371', '1772366426719000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967372', '1772366426719000', '0', E'\\x703736', E'\\x4c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967373', '1772366426719000', '0', E'\\x703737', E'\\x4d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967374', '1772366426719000', '0', E'\\x', E'\\x4e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967375', '1772366426719000', '0', E'\\x703739', E'\\x4f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967376', '1772366426719000', '0', E'\\x703830', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967377', '1772366426719000', '0', E'\\x', E'\\x5101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967378', '1772366426719000', '0', E'\\x703832', E'\\x5201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450965', '1772366428207000', '2', E'\\x', E'\\x1501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450966', '1772366428207000', '2', E'\\x703232', E'\\x1601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450967', '1772366428207000', '2', E'\\x703233', E'\\x1701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450968', '1772366428207000', '2', E'\\x', E'\\x1801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450969', '1772366428207000', '2', E'\\x703235', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450970', '1772366428207000', '2', E'\\x703236', E'\\x1a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450971', '1772366428207000', '2', E'\\x', E'\\x1b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450972', '1772366428207000', '2', E'\\x703238', E'\\x1c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450973', '1772366428207000', '2', E'\\x703239', E'\\x1d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450974', '1772366428207000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483746', '1772366428207000', '2', E'\\x703938', E'\\x6201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483747', '1772366428207000', '2', E'\\x', E'\\x6301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483748', '1772366428207000', '2', E'\\x70313030', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483749', '1772366428207000', '2', E'\\x70313031', E'\\x6501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483750', '1772366428207000', '2', E'\\x', E'\\x6601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483751', '1772366428207000', '2', E'\\x70313033', E'\\x6701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483752', '1772366428207000', '2', E'\\x70313034', E'\\x6801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483753', '1772366428207000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483754', '1772366428207000', '0', E'\\x70313036', E'\\x6a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483755', '1772366428207000', '0', E'\\x70313037', E'\\x6b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483756', '1772366428207000', '0', E'\\x', E'\\x6c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483757', '1772366428207000', '0', E'\\x70313039', E'\\x6d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483758', '1772366428207000', '0', E'\\x70313130', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483759', '1772366428207000', '0', E'\\x', E'\\x6f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483760', '1772366428207000', '0', E'\\x70313132', E'\\x7001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967379', '1772366432651000', '2', E'\\x703833', E'\\x5301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967380', '1772366432651000', '2', E'\\x', E'\\x5401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967381', '1772366432651000', '2', E'\\x703835', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967382', '1772366432651000', '2', E'\\x703836', E'\\x5601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967383', '1772366432651000', '2', E'\\x', E'\\x5701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967384', '1772366432651000', '2', E'\\x703838', E'\\x5801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967385', '1772366432651000', '2', E'\\x703839', E'\\x5901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450975', '1772366432651000', '0', E'\\x703331', E'\\x1f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450976', '1772366432651000', '0', E'\\x703332', E'\\x2001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483761', '1772366433433000', '0', E'\\x70313133', E'\\x7101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483762', '1772366433433000', '0', E'\\x', E'\\x7201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483763', '1772366433433000', '2', E'\\x70313135', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483764', '1772366433433000', '2', E'\\x70313136', E'\\x7401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483765', '1772366433433000', '2', E'\\x', E'\\x7501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483766', '1772366433433000', '2', E'\\x70313138', E'\\x7601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483767', '1772366433433000', '2', E'\\x70313139', E'\\x7701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483768', '1772366433433000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483769', '1772366433433000', '2', E'\\x70313231', E'\\x7901');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483770', '1772366433433000', '2', E'\\x70313232', E'\\x7a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483771', '1772366433433000', '2', E'\\x', E'\\x7b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483772', '1772366433433000', '2', E'\\x70313234', E'\\x7c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483773', '1772366433433000', '2', E'\\x70313235', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('12884901888', '1772366436849000', '2', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967386', '1772366436849000', '0', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967387', '1772366436849000', '0', E'\\x703931', E'\\x5b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967388', '1772366436849000', '0', E'\\x703932', E'\\x5c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967389', '1772366436849000', '0', E'\\x', E'\\x5d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967390', '1772366436849000', '0', E'\\x703934', E'\\x5e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967391', '1772366436849000', '0', E'\\x703935', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967392', '1772366436849000', '0', E'\\x', E'\\x6001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967393', '1772366436849000', '0', E'\\x703937', E'\\x6101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967394', '1772366436849000', '0', E'\\x703938', E'\\x6201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967395', '1772366436849000', '0', E'\\x', E'\\x6301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967396', '1772366436849000', '0', E'\\x70313030', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967397', '1772366436849000', '0', E'\\x70313031', E'\\x6501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967398', '1772366436849000', '0', E'\\x', E'\\x6601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967399', '1772366436849000', '0', E'\\x70313033', E'\\x6701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('4294967400', '1772366436849000', '0', E'\\x70313034', E'\\x6801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418240', '1772366436849000', '1', E'\\x', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418241', '1772366436849000', '1', E'\\x7031', E'\\x0101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418242', '1772366436849000', '1', E'\\x7032', E'\\x0201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418243', '1772366436849000', '1', E'\\x', E'\\x0301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418244', '1772366436849000', '1', E'\\x7034', E'\\x0401');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418245', '1772366436849000', '1', E'\\x7035', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418246', '1772366436849000', '1', E'\\x', E'\\x0601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450977', '1772366440335000', '2', E'\\x', E'\\x2101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450978', '1772366440335000', '2', E'\\x703334', E'\\x2201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('6442450979', '1772366440335000', '2', E'\\x703335', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('10737418247', '1772366440335000', '2', E'\\x7037', E'\\x0701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934610', '1772366440335000', '2', E'\\x', E'\\x1201');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934611', '1772366440335000', '2', E'\\x703139', E'\\x1301');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934612', '1772366440335000', '2', E'\\x703230', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934613', '1772366440335000', '2', E'\\x', E'\\x1501');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934614', '1772366440335000', '2', E'\\x703232', E'\\x1601');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934615', '1772366440335000', '2', E'\\x703233', E'\\x1701');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934616', '1772366440335000', '2', E'\\x', E'\\x1801');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934617', '1772366440335000', '2', E'\\x703235', E'\\x');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934618', '1772366440335000', '1', E'\\x703236', E'\\x1a01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934619', '1772366440335000', '1', E'\\x', E'\\x1b01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934620', '1772366440335000', '1', E'\\x703238', E'\\x1c01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('8589934621', '1772366440335000', '1', E'\\x703239', E'\\x1d01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483774', '1772366440335000', '1', E'\\x', E'\\x7e01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483775', '1772366440335000', '1', E'\\x70313237', E'\\x7f01');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483776', '1772366440335000', '1', E'\\x70313238', E'\\x8001');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483777', '1772366440335000', '1', E'\\x', E'\\x8101');
INSERT INTO chain (id, added, lane, parameter, body) OVERRIDING SYSTEM VALUE VALUES ('2147483778', '1772366440335000', '1', E'\\x70313330', E'\\x');
DELETE FROM doomed;
DELETE FROM fleet;
DELETE FROM lane;
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('1', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('1', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('1', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('2', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('2', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('2', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('3', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('3', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('3', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('4', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('4', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('4', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('5', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('5', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('5', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('6', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('6', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('6', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('8', '0', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('8', '1', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
INSERT INTO lane (run, number, priority, max_attempts, backoff, retry_delay, max_delay, max_runtime, max_inactivity, deadline, delivery, requires, template, milli_cpus, memory_bytes, gpus, kind, custom_amounts) OVERRIDING SYSTEM VALUE VALUES ('8', '2', '0', '1', '1', '0', '31536000000000', '0', '0', '0', 'EXACTLY_ONCE', '', E'\\x', '0', '0', '0', '', '');
DELETE FROM log;
DELETE FROM machine;
DELETE FROM machine_use;
DELETE FROM outcome;
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483655', '1', '1772366400611000', '1772366400611000', '1772366401166000', '1', '0', '0', '0', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483659', '3', '1772366400611000', '1772366400611000', '1772366401166000', '1', '0', '0', '2', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483662', '3', '1772366400611000', '1772366400611000', '1772366402835000', '1', '0', '0', '1', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483664', '1', '1772366400611000', '1772366400611000', '1772366402835000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483671', '1', '1772366400611000', '1772366400611000', '1772366405482000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483685', '3', '1772366400611000', '1772366400611000', '1772366405482000', '1', '0', '0', '0', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483686', '1', '1772366400611000', '1772366400611000', '1772366405482000', '1', '0', '0', '1', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483653', '1', '1772366400611000', '1772366400611000', '1772366405482000', '1', '0', '0', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483677', '3', '1772366400611000', '1772366400611000', '1772366405482000', '1', '0', '0', '2', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483689', '1', '1772366400611000', '1772366400611000', '1772366407091000', '1', '0', '0', '1', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483651', '1', '1772366402835000', '1772366402835000', '1772366407091000', '1', '0', '0', '2', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483690', '1', '1772366400611000', '1772366400611000', '1772366408701000', '1', '0', '0', '2', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967297', '4', '1772366402835000', '1772366402835000', '1772366408701000', '1', '0', '0', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483658', '3', '1772366400611000', '1772366400611000', '1772366408701000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483694', '2', '1772366401166000', '1772366401166000', '1772366408701000', '1', '0', '0', '0', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967327', '3', '1772366408701000', '1772366408701000', '1772366411167000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483649', '1', '1772366402835000', '1772366402835000', '1772366412966000', '1', '0', '0', '1', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483693', '2', '1772366401166000', '1772366401166000', '1772366412966000', '1', '0', '0', '2', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483663', '3', '1772366400611000', '1772366400611000', '1772366412966000', '1', '0', '0', '1', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483665', '1', '1772366400611000', '1772366400611000', '1772366414138000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483656', '1', '1772366400611000', '1772366400611000', '1772366414138000', '1', '0', '0', '1', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967300', '4', '1772366408701000', '1772366408701000', '1772366415725000', '1', '0', '0', '1', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967330', '3', '1772366408701000', '1772366408701000', '1772366415725000', '1', '0', '0', '2', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483692', '1', '1772366400611000', '1772366400611000', '1772366415725000', '1', '0', '0', '1', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483670', '1', '1772366400611000', '1772366400611000', '1772366415725000', '1', '0', '0', '2', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483667', '1', '1772366400611000', '1772366400611000', '1772366418722000', '1', '0', '0', '0', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967298', '4', '1772366408701000', '1772366408701000', '1772366418722000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483673', NULL, NULL, NULL, '1772366421746000', '0', '0', '0', '0', '6', '10', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483684', '1', '1772366400611000', '1772366400611000', '1772366423481000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483666', '1', '1772366400611000', '1772366400611000', '1772366423481000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483668', '1', '1772366400611000', '1772366400611000', '1772366423481000', '1', '0', '0', '0', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483691', '1', '1772366400611000', '1772366400611000', '1772366423481000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967302', '4', '1772366408701000', '1772366408701000', '1772366423481000', '1', '0', '0', '0', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967326', '3', '1772366408701000', '1772366408701000', '1772366423481000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967301', '4', '1772366408701000', '1772366408701000', '1772366423481000', '1', '0', '0', '2', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967329', '3', '1772366408701000', '1772366408701000', '1772366423481000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967331', '3', '1772366408701000', '1772366408701000', '1772366426719000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967333', '4', '1772366431054000', '1772366431054000', '1772366432651000', '1', '0', '0', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967336', '4', '1772366431054000', '1772366431054000', '1772366432651000', '1', '0', '0', '2', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967334', '4', '1772366431054000', '1772366431054000', '1772366432651000', '1', '0', '0', '2', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483654', '3', '1772366400611000', '1772366431054000', '1772366432651000', '2', '1', '2', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('6442450955', '3', '1772366432211000', '1772366432211000', '1772366433433000', '1', '0', '0', '0', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967335', '4', '1772366431054000', '1772366431054000', '1772366433433000', '1', '0', '0', '0', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483676', '3', '1772366431054000', '1772366431054000', '1772366436251000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483681', '3', '1772366431054000', '1772366431054000', '1772366436251000', '1', '0', '0', '2', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483650', '1', '1772366402835000', '1772366431054000', '1772366436251000', '2', '1', '0', '2', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483675', '3', '1772366431054000', '1772366431054000', '1772366436251000', '1', '0', '0', '0', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483738', '2', '1772366436251000', '1772366436251000', '1772366436849000', '1', '0', '0', '2', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483751', '3', '1772366436251000', '1772366436251000', '1772366436849000', '1', '0', '0', '2', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483749', '3', '1772366436251000', '1772366436251000', '1772366436849000', '1', '0', '0', '0', '6', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483732', '2', '1772366436251000', '1772366436251000', '1772366436849000', '1', '0', '0', '2', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483772', '3', '1772366436251000', '1772366436251000', '1772366436849000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483765', '3', '1772366436251000', '1772366436251000', '1772366437051000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483764', '3', '1772366436251000', '1772366436251000', '1772366437051000', '1', '0', '0', '2', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483752', '3', '1772366436251000', '1772366436251000', '1772366437051000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483739', '2', '1772366436251000', '1772366436251000', '1772366437051000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483768', '3', '1772366436251000', '1772366436251000', '1772366437051000', '1', '0', '0', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967342', '3', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '2', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967346', '1', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '2', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967341', '3', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '2', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967345', '1', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '1', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967343', '3', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '2', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('12884901888', '2', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '0', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483763', '3', '1772366436251000', '1772366436251000', '1772366438519000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967364', '4', '1772366437051000', '1772366437051000', '1772366438519000', '1', '0', '0', '1', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483748', '3', '1772366436251000', '1772366436251000', '1772366438519000', '1', '0', '0', '0', '4', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483769', '3', '1772366436251000', '1772366436251000', '1772366440335000', '1', '0', '0', '0', '5', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483741', '2', '1772366436251000', '1772366436251000', '1772366440335000', '1', '0', '0', '1', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483773', '2', '1772366436251000', '1772366436251000', '1772366440335000', '1', '0', '0', '0', '5', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967338', '3', '1772366437051000', '1772366437051000', '1772366440335000', '1', '0', '0', '1', '6', '0', E'\\x010203');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('4294967370', '4', '1772366437051000', '1772366437051000', '1772366442202000', '1', '0', '0', '2', '4', '0', E'\\x');
INSERT INTO outcome (chain, session, first_claimed, claimed, finished, attempt, failures, losses, exit_code, state, reason, report) OVERRIDING SYSTEM VALUE VALUES ('2147483740', '2', '1772366436251000', '1772366436251000', '1772366442202000', '1', '0', '0', '1', '4', '0', E'\\x');
DELETE FROM past;
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483661', '1772366400611000', '1772366400611000', NULL, '0', '1', '1', '1', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483657', '1772366400611000', '1772366400611000', NULL, '0', '1', '1', '1', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967296', '1772366408701000', '1772366408701000', NULL, '0', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967299', '1772366408701000', '1772366408701000', NULL, '2', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483648', '1772366402835000', '1772366431054000', NULL, '1', '2', '2', '1', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483672', '1772366431054000', '1772366431054000', NULL, '1', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483674', '1772366431054000', '1772366431054000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483747', '1772366436251000', '1772366436251000', NULL, '2', '1', '1', '1', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483771', '1772366436251000', '1772366436251000', NULL, '2', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967363', '1772366437051000', '1772366437051000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967366', '1772366437051000', '1772366437051000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483688', '1772366400611000', '1772366400611000', NULL, '2', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967328', '1772366408701000', '1772366408701000', NULL, '1', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967332', '1772366408701000', '1772366408701000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967362', '1772366437051000', '1772366437051000', '1772366443525000', '1', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967367', '1772366437051000', '1772366437051000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483669', '1772366400611000', '1772366400611000', NULL, '2', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483687', '1772366400611000', '1772366400611000', NULL, '2', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483660', '1772366400611000', '1772366400611000', NULL, '0', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483679', '1772366431054000', '1772366431054000', NULL, '1', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483652', '1772366431054000', '1772366431054000', NULL, '1', '1', '1', '2', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('2147483680', '1772366431054000', '1772366431054000', NULL, '1', '1', '1', '1', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967339', '1772366437051000', '1772366437051000', NULL, '1', '1', '1', '0', '1');
INSERT INTO past (chain, first_claimed, claimed, due, lane, attempt, failures, losses, reason) OVERRIDING SYSTEM VALUE VALUES ('4294967368', '1772366437051000', '1772366437051000', NULL, '1', '1', '1', '0', '1');
DELETE FROM run;
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('1', '0', '2', '1772366400611000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '1', '0', '0', 'alice', 'r1', 'r1', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('2', '0', '2', '1772366402835000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '1', '0', '0', 'alice', 'r2', 'r2', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('3', '0', '2', '1772366407091000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '1', '0', '0', 'alice', 'r3', 'r3', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('4', '0', '0', '1772366423481000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '0', '0', '0', 'alice', 'r4', 'r4', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('5', '0', '2', '1772366433433000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '1', '0', '0', 'alice', 'r5', 'r5', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('6', '0', '0', '1772366436251000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '0', '0', '0', 'alice', 'r6', 'r6', '', NULL, NULL, '');
INSERT INTO run (id, priority, state, created, started, finished, log_bytes, array_from, array_to, array_step, deadline, max_fails, retry_of, kind, closed, held, ending, end_reason, owner, name, folded_name, labels, submit_key, budget, asked) OVERRIDING SYSTEM VALUE VALUES ('8', '0', '0', '1772366440335000', NULL, NULL, '0', NULL, NULL, NULL, NULL, '-1', NULL, '0', '1', '0', '0', '0', 'alice', 'r8', 'r8', '', NULL, NULL, '');
DELETE FROM run_course;
DELETE FROM run_document;
DELETE FROM run_keeper;
DELETE FROM run_label;
DELETE FROM run_note;
DELETE FROM run_text;
DELETE FROM server;
INSERT INTO server (number, name, beat) OVERRIDING SYSTEM VALUE VALUES ('4', 'one', '2026-11-18 20:54:24.067708+00');
DELETE FROM session;
INSERT INTO session (id, since, server, slots, agent, host, offers, credential, secret_hash, receipt_key) OVERRIDING SYSTEM VALUE VALUES ('4', '1772366442202000', '3', '2', 'agent 4', 'host', '', '', '', '');
DELETE FROM span;
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483678', '0', '0', '1', '0', '0', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483695', '0', '0', '16', '0', '0', '16');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483661', '0', '0', '1', '0', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483711', '0', '0', '11', '1', '0', '11');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483722', '0', '0', '10', '0', '0', '10');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483733', '0', '0', '3', '0', '0', '3');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483736', '0', '0', '1', '1', '0', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967303', '0', '0', '23', '2', '0', '23');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483657', '0', '0', '1', '0', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('6442450944', '0', '0', '11', '2', '0', '11');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483737', '0', '0', '1', '1', '0', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967296', '1', '1772366437051000', '1', '0', '2', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483648', '4', '1772366442202000', '1', '1', '3', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483672', '4', '1772366442202000', '1', '1', '2', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967299', '0', '0', '1', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967337', '3', '1772366437051000', '2', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483742', '0', '0', '4', '0', '0', '4');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967351', '0', '0', '9', '2', '0', '9');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967372', '0', '0', '7', '0', '0', '7');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('6442450956', '0', '0', '9', '1', '0', '9');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('8589934592', '0', '0', '11', '2', '0', '11');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('8589934603', '0', '0', '7', '0', '0', '7');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483753', '0', '0', '8', '0', '0', '8');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('6442450965', '0', '0', '10', '2', '0', '10');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967379', '0', '0', '7', '2', '0', '7');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('6442450975', '0', '0', '2', '0', '0', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483761', '0', '0', '2', '0', '0', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483746', '3', '1772366436251000', '1', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967360', '3', '1772366437051000', '2', '1', '1', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967386', '0', '0', '15', '0', '0', '15');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('10737418240', '0', '0', '7', '1', '0', '7');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483749', '3', '1772366436251000', '4', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483674', '4', '1772366442202000', '1', '1', '2', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483682', '4', '1772366442202000', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967348', '0', '0', '3', '0', '0', '3');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483771', '0', '0', '1', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967344', '1', '1772366437051000', '4', '0', '1', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967363', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967364', '4', '1772366437051000', '2', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967366', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483766', '3', '1772366436251000', '5', '2', '1', '3');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483747', '1', '1772366442202000', '1', '2', '2', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967367', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967328', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967332', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483774', '0', '0', '5', '1', '0', '5');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967340', '3', '1772366437051000', '4', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('6442450977', '0', '0', '3', '2', '0', '3');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('8589934610', '0', '0', '8', '2', '0', '8');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('8589934618', '0', '0', '4', '1', '0', '4');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('10737418247', '0', '0', '1', '2', '0', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483683', '0', '0', '1', '1', '0', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483688', '1', '1772366442202000', '1', '2', '2', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967369', '4', '1772366437051000', '3', '1', '1', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483660', '0', '0', '1', '0', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483669', '0', '0', '1', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483687', '0', '0', '1', '2', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483652', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('2147483679', '0', '0', '2', '1', '1', '2');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967339', '0', '0', '1', '1', '1', '1');
INSERT INTO span (first, session, claimed, count, lane, attempt, remaining) OVERRIDING SYSTEM VALUE VALUES ('4294967368', '0', '0', '1', '1', '1', '1');
DELETE FROM tally;
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('12884901888', '0', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('12884901889', '0', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('17179869184', '0', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('2147483650', '42', '19', '7', '6');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('4294967297', '30', '4', '8', '3');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('2147483649', '33', '3', '2', '2');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('10737418241', '7', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('6442450945', '9', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('4294967298', '45', '1', '2', '2');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('10737418240', '0', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('8589934592', '7', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('2147483648', '56', '1', '6', '2');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('4294967296', '30', '1', '1', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('6442450946', '24', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('6442450944', '3', '0', '1', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('12884901890', '1', '1', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('8589934593', '4', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('8589934594', '19', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('10737418242', '1', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('17179869185', '0', '0', '0', '0');
INSERT INTO tally (lane, added, succeeded, failed, cancelled) OVERRIDING SYSTEM VALUE VALUES ('17179869186', '0', '0', '0', '0');
DELETE FROM token;
DELETE FROM work_time;
SELECT setval('audit_id_seq', 1);
SELECT setval('log_id_seq', 1);
SELECT setval('run_number', 50);
SELECT setval('server_number_seq', 4);
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
